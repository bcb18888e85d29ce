import { array, enums, type Infer, nullable, object, string } from 'superstruct'
import { get } from '../endpoint.ts'
import { Id, Text } from '../ids.ts'
import { searchResultKinds } from './search.rules.ts'

/** A search result: its name, its context and its address. */
export const SearchResultRow = object({
  kind: enums(searchResultKinds),
  id: Id,
  name: string(),
  about: string(),
  status: nullable(string()),
  member_group_id: nullable(Id),
  address: string(),
})
export type SearchResultRow = Infer<typeof SearchResultRow>

/** Maximum number of search results. */
export const maxSearchResults = 20

/** Searches everything that the caller can open, by name or id. */
export const search = {
  /** All words must match the beginning of a word; the best matches come first. */
  all: get('v1/search', { ownOnly: true, query: object({ query: Text(1, 100) }), result: object({ results: array(SearchResultRow) }) }),
}
