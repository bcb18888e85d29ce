import { type Infer, integer, literal, object, optional, size } from 'superstruct'
import { postQuery } from '../endpoint.ts'
import { Text } from '../ids.ts'

/** An error of a page, without tokens and query strings. */
export const ErrorReport = object({
  message: Text(1, 500),
  /** The call by its method and path pattern, or the tag that crashed. */
  where: Text(1, 200),
  /** The HTTP status of a failed call; 0 if there was no response. */
  status: optional(size(integer(), 0, 599)),
  request_id: optional(Text(1, 80)),
  environment: Text(1, 40),
  application: Text(1, 60),
})
export type ErrorReport = Infer<typeof ErrorReport>

/** Error reporting of the platform's own pages. It needs no token, because a failed sign-in is reported too. It only writes the log. */
export const errorReports = { create: postQuery('v1/error_reports', { open: true, body: ErrorReport, result: literal('success') }) }
