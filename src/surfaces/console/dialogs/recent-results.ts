import { array, is } from 'superstruct'
import { SearchResultRow } from '../../../contract/search/search.ts'
import { type SafeStorage, safeStorageOf } from '../../../kit/safe-storage.ts'

const maxRecents = 5
/** The tab's storage, so that names do not stay on the computer. Each user has their own list. */
const tabStorage = () => safeStorageOf(() => sessionStorage)
const keyOf = (userId: number) => `placard-recent-results.${userId}`

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}

/** The search results that the user opened last, the latest first. */
export function recentResults(userId: number, storage: SafeStorage = tabStorage()): SearchResultRow[] {
  const stored = parsed(storage.get(keyOf(userId)))
  return is(stored, array(SearchResultRow)) ? stored : []
}

/** Adds an opened search result at the top. */
export function rememberResult(userId: number, row: SearchResultRow, storage: SafeStorage = tabStorage()) {
  const others = recentResults(userId, storage).filter(({ kind, id }) => kind !== row.kind || id !== row.id)
  storage.set(keyOf(userId), JSON.stringify([row, ...others].slice(0, maxRecents)))
}
