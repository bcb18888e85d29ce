import { boolean, type Infer, integer, literal, max, min, nullable, object, optional, refine, string } from 'superstruct'
import { get, post, put, queryInteger } from '../endpoint.ts'
import { url } from '../fields/fields.rules.ts'
import { Id, Text } from '../ids.ts'

/** Where terms can be read: an address of the web that nobody can change on the way. */
export const TermsUrl = refine(
  Text(1, 500),
  'TermsUrl',
  (text) => (text.startsWith('https://') && url(text) === true) || 'Expected an https address',
)

/** The terms of a client as the caller finds them in a language, and whether they have said yes to them. */
export const Terms = object({
  member_group_id: Id,
  locale_id: Id,
  terms_conditions_url: nullable(string()),
  has_accepted: boolean(),
  last_modified: nullable(string()),
  /** Of the terms in just this language; 0 where there are none yet. */
  version: integer(),
})
export type Terms = Infer<typeof Terms>

const terms_and_conditions = 'v1/member_groups/:memberGroupId/users/terms_and_conditions'

/** Terms and conditions: everybody says yes for themself; a reset asks everybody again. */
export const terms = {
  one: get(terms_and_conditions, {
    own: true,
    query: object({ locale_id: optional(max(min(queryInteger(), 1), 2_147_483_647)) }),
    result: Terms,
  }),
  accept: post(terms_and_conditions, { own: true, body: object({ terms_conditions_url: TermsUrl }), result: literal('success') }),
  reset: put(`${terms_and_conditions}/reset`, {
    may: 'terms.reset',
    versioned: true,
    body: object({ terms_conditions_url: TermsUrl, locale_id: Id }),
    result: Terms,
  }),
}
