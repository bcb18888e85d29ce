import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type AdvertiserSpend, manyAdvertisers } from '../../../contract/advertisers/many.ts'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { ResourceList } from '../../../parts/resource/list.tsx'
import { useList } from '../../../parts/resource/list-source.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { advertiserPath } from '../links.ts'
import { useGroup } from './context.tsx'

const shownDays = 30

/** The spend of the group's advertisers in the last 30 days, with the sum of each currency. */
export default function SpendTab() {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { id } = useGroup()
  const linkTo = usePathLink()
  const today = useToday()
  const shown = useMemo(
    () => [
      columns.link<AdvertiserSpend>('name', t`Advertiser`, {
        width: 280,
        isSortable: true,
        isSearched: true,
        target: ({ advertiser_id, name }) => linkTo(advertiserPath(memberGroupId, advertiser_id), name),
      }),
      columns.money<AdvertiserSpend>('spend', t`Spend, last 30 days`, {
        width: 192,
        isSortable: true,
        isFiltered: true,
        currencyOf: (row) => row,
      }),
      columns.number<AdvertiserSpend>('active_campaigns', t`Active campaigns`, { width: 156, isSortable: true, isFiltered: true }),
    ],
    [t, linkTo, memberGroupId],
  )
  const body = {
    start_date: addDays(today, 1 - shownDays),
    end_date: today,
    filters: [{ field: 'advertiser_group_id', operation: '=' as const, value: id }],
  }
  const list = useList({
    endpoint: manyAdvertisers.spendReport,
    field: 'advertisers',
    call: { path: { memberGroupId }, body },
    columns: shown,
  })
  const sums = list.reply?.spend ?? []
  return (
    <ResourceList<AdvertiserSpend>
      list={list}
      name="spend-of-group"
      heading={t`Spend`}
      label={t`Spend`}
      columns={shown}
      rowId={({ advertiser_id }) => String(advertiser_id)}
      rowName={({ name }) => name}
      search={t`Search by name`}
      noSelection
      defaultSort={[{ key: 'spend', order: 'desc' }]}
      above={
        sums.length > 0 && (
          <KeyValues
            items={sums.map(({ spend, ...currency }) => {
              const { currency_code: code } = currency
              return { id: code, label: t`Spend in ${code}, last 30 days`, value: <Money amount={spend} currency={currency} /> }
            })}
          />
        )
      }
      empty={{ heading: t`No advertisers in this group`, text: t`Their spend appears here.` }}
    />
  )
}
