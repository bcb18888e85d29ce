import { array, enums, type Infer, nullable, object, string } from 'superstruct'
import { get } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { foundKinds } from './search.rules.ts'

/** Something that was found: its name, what it belongs to, and where it opens. */
export const Found = object({
  kind: enums(foundKinds),
  id: Id,
  name: string(),
  about: string(),
  status: nullable(string()),
  member_group_id: nullable(Id),
  address: string(),
})
export type Found = Infer<typeof Found>

/** No search answers with more than this. */
export const foundMost = 20

/** Everything that somebody can open, by its name or number. */
export const search = {
  /** Words by their beginnings, all of them; the best first. */
  all: get('v1/search', { own: true, query: object({ query: Text(1, 100) }), result: object({ results: array(Found) }) }),
}
