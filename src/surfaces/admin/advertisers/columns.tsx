import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { AdvertiserRow } from '../../../contract/advertisers/advertisers.ts'
import type { ArchivedAdvertiser } from '../../../contract/advertisers/many.ts'
import { advertiserStatuses } from '../../../contract/statuses.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { columns } from '../../../parts/resource/columns.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import type { MenuItem } from '../../../ui/dialog/menu.tsx'
import { momentText } from '../../../ui/format/moment.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import { advertiserPath } from '../links.ts'
import { optionOf, useLookups } from './lookups.ts'

interface RowActs<Row> {
  readonly acts: (row: Row) => readonly MenuItem[]
  readonly onAct: (row: Row, id: string) => void
}

/** The columns that existing and archived advertisers have in common. */
function useDetailColumns<Row extends AdvertiserRow>(): readonly GridColumn<Row>[] {
  const { t, i18n } = useLingui()
  const { currencies } = useClient()
  const { industries } = useLookups()
  return useMemo(
    () => [
      columns.text<Row>('advertiser_group_name', t`Group`, {
        width: 176,
        isSortable: true,
        isFiltered: true,
        value: ({ advertiser_group_name }) => advertiser_group_name,
      }),
      columns.text<Row>('currency_code', t`Currency`, {
        width: 108,
        isSortable: true,
        options: currencies.map(({ currency_code, name }) => ({ value: currency_code, label: `${currency_code} – ${name}` })),
        value: ({ currency_code }) => currency_code,
      }),
      columns.number<Row>('campaigns', t`Campaigns`, {
        width: 124,
        isSortable: true,
        isFiltered: true,
        value: ({ campaigns }) => campaigns,
      }),
      columns.number<Row>('active_campaigns', t`Active campaigns`, {
        width: 156,
        isSortable: true,
        isFiltered: true,
        value: ({ active_campaigns }) => active_campaigns,
      }),
      columns.text<Row>('industry_id', t`Industry`, {
        width: 176,
        isOptional: true,
        isSortable: true,
        options: industries.map(({ id, label }) => ({ value: String(id), label })),
        value: ({ industry_id }) => (industry_id === null ? null : optionOf(industries, industry_id).label),
      }),
      columns.text<Row>('time_zone', t`Time zone`, {
        width: 176,
        isOptional: true,
        isSortable: true,
        isFiltered: true,
        value: ({ time_zone }) => time_zone,
      }),
      columns.text<Row>('created_at', t`Created`, {
        width: 152,
        isOptional: true,
        isSortable: true,
        value: ({ created_at }) => momentText(created_at, i18n.locale, ownZone()),
      }),
      columns.number<Row>('advertiser_id', t`ID`, {
        width: 96,
        isOptional: true,
        isSortable: true,
        value: ({ advertiser_id }) => advertiser_id,
      }),
    ],
    [t, i18n, currencies, industries],
  )
}

/** The columns of the list of advertisers. */
export function useAdvertiserColumns({ acts, onAct }: RowActs<AdvertiserRow>): readonly GridColumn<AdvertiserRow>[] {
  const { t, i18n } = useLingui()
  const linkTo = usePathLink()
  const details = useDetailColumns<AdvertiserRow>()
  return useMemo(
    () => [
      columns.link<AdvertiserRow>('name', t`Advertiser`, {
        width: 260,
        isSortable: true,
        isSearched: true,
        target: ({ advertiser_id, member_group_id, name }) => linkTo(advertiserPath(member_group_id, advertiser_id), name),
        acts,
        onAct,
      }),
      columns.status<AdvertiserRow>('status', t`Status`, { i18n, statuses: advertiserStatuses, isSortable: true }),
      ...details,
    ],
    [t, i18n, linkTo, details, acts, onAct],
  )
}

/** The columns of the list of archived advertisers. */
export function useArchivedColumns({ acts, onAct }: RowActs<ArchivedAdvertiser>): readonly GridColumn<ArchivedAdvertiser>[] {
  const { t, i18n } = useLingui()
  const details = useDetailColumns<ArchivedAdvertiser>()
  return useMemo(
    () => [
      columns.link<ArchivedAdvertiser>('name', t`Advertiser`, { width: 260, isSortable: true, isSearched: true, acts, onAct }),
      columns.text<ArchivedAdvertiser>('archived_at', t`Archived`, {
        width: 152,
        isSortable: true,
        value: ({ archived_at }) => momentText(archived_at, i18n.locale, ownZone()),
      }),
      ...details,
    ],
    [t, i18n, details, acts, onAct],
  )
}
