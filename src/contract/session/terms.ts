import { boolean, type Infer, integer, literal, max, min, nullable, object, optional, refine, string } from 'superstruct'
import { get, post, put, queryInteger } from '../endpoint.ts'
import { url } from '../fields/fields.rules.ts'
import { Id, Text } from '../ids.ts'

/** URL of the terms. It must be https, so that the text cannot be changed in transit. */
export const TermsUrl = refine(
  Text(1, 500),
  'TermsUrl',
  (text) => (text.startsWith('https://') && url(text) === true) || 'Expected an https address',
)

/** The terms of a client in a language, and whether the caller has accepted them. Paths and field names are the specification's. */
export const Terms = object({
  member_group_id: Id,
  locale_id: Id,
  terms_conditions_url: nullable(string()),
  has_accepted: boolean(),
  last_modified: nullable(string()),
  /** Version of the terms in this language; 0 if there are none yet. */
  version: integer(),
})
export type Terms = Infer<typeof Terms>

const terms_and_conditions = 'v1/member_groups/:memberGroupId/users/terms_and_conditions'

/** Terms and conditions. Each user accepts them; after a reset, all users must accept again. */
export const terms = {
  one: get(terms_and_conditions, {
    ownOnly: true,
    query: object({ locale_id: optional(max(min(queryInteger(), 1), 2_147_483_647)) }),
    result: Terms,
  }),
  // The URL states which text was accepted: it may have changed since the user read it.
  accept: post(terms_and_conditions, { ownOnly: true, body: object({ terms_conditions_url: TermsUrl }), result: literal('success') }),
  reset: put(`${terms_and_conditions}/reset`, {
    may: 'terms.reset',
    versioned: true,
    body: object({ terms_conditions_url: TermsUrl, locale_id: Id }),
    result: Terms,
  }),
}
