import type { Filter } from '../../../src/contract/list.ts'
import { refuseField } from '../context/refusal.ts'

/** The first `most` ids, and the id at which the next call begins. */
export const bulkPage = (ids: readonly number[], maxRows: number) => ({ ids: ids.slice(0, maxRows), next: ids[maxRows] ?? null })

/** A filter that skips ids before `from`, for calls that continue a bulk change. */
export const filterFromId = (field: string, from: number | undefined): Filter[] =>
  from === undefined ? [] : [{ field, operation: '>', value: from - 1 }]

interface Asked {
  readonly from?: number | undefined
  readonly seen?: readonly string[] | undefined
}

/** `seen` needs one entry for each named id. Named ids are changed in one call, so they cannot continue at `from`. */
export function requireMatchingVersions(ids: readonly number[] | undefined, { from, seen }: Asked) {
  if (seen && seen.length !== ids?.length) throw refuseField('seen', 'Send one entry per ID')
  if (from !== undefined && ids) throw refuseField('from', 'Allowed only when all rows of a report are selected')
}
