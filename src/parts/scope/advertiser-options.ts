import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { advertisers } from '../../contract/advertisers/advertisers.ts'
import { useRuntime } from '../../kit/runtime.tsx'
import { containsPattern, type Filter } from '../../contract/list.ts'
import type { OptionLoader } from '../../ui/select/option.ts'
import { statusLabel } from '../../ui/badge/status-labels.ts'

/** Searches a client's advertisers by name, page by page, because a client can have thousands. `among` limits the search to these ids. */
export function useAdvertiserOptions(memberGroupId: number | undefined, among?: readonly number[]): OptionLoader {
  const { send } = useRuntime()
  const { i18n } = useLingui()
  return useMemo(
    () =>
      async ({ search, start, count: pageSize, signal }) => {
        if (memberGroupId === undefined) return { options: [], total: 0 }
        const filters: Filter[] = [
          ...(search ? [{ field: 'name', operation: 'ILIKE' as const, value: containsPattern(search) }] : []),
          ...(among ? [{ field: 'advertiser_id', operation: 'IN' as const, value: [...among] }] : []),
        ]
        const body = {
          pagination: { start, count: pageSize },
          sort: [{ field: 'name', order: 'asc' as const }],
          ...(filters.length > 0 && { filters }),
        }
        const reply = await send(advertisers.report, { path: { memberGroupId }, body }, { signal })
        const options = reply.advertisers.map(({ advertiser_id: id, name: label, status }) => ({
          id,
          label,
          ...(status !== 'active' && { note: statusLabel(status, i18n) }),
        }))
        return { options, total: reply.total }
      },
    [send, memberGroupId, among, i18n],
  )
}
