import { array, type Infer, integer, object, string } from 'superstruct'
import { changesReport } from '../changes/changes.ts'
import { get } from '../endpoint.ts'
import { Id } from '../ids.ts'

/** The terms of a client in all languages, for its administration. */
export const TermsOverview = object({
  terms: array(object({ locale_id: Id, code: string(), terms_conditions_url: string(), last_modified: string(), version: integer() })),
  /** The languages that terms can have. */
  languages: array(object({ locale_id: Id, code: string() })),
  /** How many users have accepted the current terms, and would have to accept them again after a reset. */
  accepted: integer(),
})
export type TermsOverview = Infer<typeof TermsOverview>

const path = 'v1/member_groups/:memberGroupId/users/terms_and_conditions'

/** The administration of terms. The calls of users and the reset are in session/terms.ts, so that every page loads less code. */
export const clientTerms = {
  overview: get(`${path}/overview`, { may: 'member_groups.read', result: TermsOverview }),
  changes: changesReport(path, 'member_groups.read'),
}
