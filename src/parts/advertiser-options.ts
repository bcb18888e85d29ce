import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { advertisers } from '../contract/advertisers.ts'
import { useRuntime } from '../kit/runtime.tsx'
import type { Ask } from '../ui/choose/option.ts'
import { statusWord } from '../ui/mark/status-words.ts'

/** Asks the platform for the advertisers of a client by name; nobody fetches thousands to choose one. */
export function useAdvertiserOptions(memberGroupId: number | undefined): Ask {
  const { send } = useRuntime()
  const { i18n } = useLingui()
  return useMemo(
    () =>
      async ({ search, start, count: wanted, signal }) => {
        const body = {
          pagination: { start, count: wanted },
          sort: [{ field: 'name', order: 'asc' as const }],
          ...(search && { filters: [{ field: 'name', operation: 'ILIKE' as const, value: search }] }),
        }
        const found = await send(advertisers.report, { path: { memberGroupId: memberGroupId ?? 0 }, body }, { signal })
        const options = found.advertisers.map(({ advertiser_id: id, name: label, status }) => ({
          ...{ id, label },
          ...(status !== 'active' && { note: statusWord(status, i18n) }),
        }))
        return { options, total: found.total }
      },
    [send, memberGroupId, i18n],
  )
}
