import { array, type Infer, literal, nullable, object, optional, record, string, type Struct } from 'superstruct'

/** Why a field was rejected. A rule with translated text has a code and the values of its sentence. */
export const FieldProblem = object({
  path: string(),
  rule: string(),
  code: optional(string()),
  values: optional(record(string(), string())),
})
export type FieldProblem = Infer<typeof FieldProblem>

/** The platform's reply to a failed request. */
export const ErrorReply = object({
  status: literal('error'),
  error: string(),
  code: string(),
  formatting: object({ subject: string(), rule: string() }),
  fields: optional(array(FieldProblem)),
  request_id: string(),
})
export type ErrorReply = Infer<typeof ErrorReply>

/** The platform's reply to a successful request. */
export const SuccessReply = <T>(result: Struct<T, unknown>) => object({ status: literal('success'), result: nullable(result) })

/** The error codes with their HTTP status. */
export const errorStatuses = {
  malformed: 400,
  not_authenticated: 401,
  session_expired: 401,
  user_not_found: 401,
  no_permission: 403,
  origin_refused: 403,
  not_found: 404,
  method_not_allowed: 405,
  timed_out: 408,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  key_reused: 422,
  version_required: 428,
  key_required: 428,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof errorStatuses

/** The result of a rule: true, or a code and the values of its sentence. */
export type RuleResult = true | ({ code: string } & Record<string, string | number>)
