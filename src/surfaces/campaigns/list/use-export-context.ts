import { useMemo } from 'react'
import { useClient } from '../../../parts/scope/client.tsx'
import type { FigureScope } from '../../../parts/resource/table-file.ts'
import type { ListDates } from './dates.ts'
import { useListAdvertisers } from './provider.tsx'
import type { ListSummary } from './use-source.ts'

/** Describes the listed figures for an exported file: dates, advertisers, currency rates. */
export function useExportContext({ days }: Pick<ListDates, 'days'>, meaning: ListSummary | undefined): FigureScope {
  const { advertiser } = useClient()
  const ids = useListAdvertisers()
  const { settled_through: settledThrough, rates_of: ratesOf } = meaning ?? {}
  return useMemo(() => {
    const advertisers = advertiser ? [advertiser.name] : ids?.map((id) => `#${id}`)
    return { days, advertisers, settledThrough, ratesOf }
  }, [days, advertiser, ids, settledThrough, ratesOf])
}
