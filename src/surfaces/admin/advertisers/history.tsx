import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { array, is, number, string, type } from 'superstruct'
import { BillingAddress } from '../../../contract/advertisers/advertisers.ts'
import { advertiserGroups } from '../../../contract/advertisers/groups.ts'
import { changes } from '../../../contract/changes/changes.ts'
import { maxPageSize } from '../../../contract/list.ts'
import { useRead } from '../../../kit/cache.tsx'
import { addressLine } from '../../../parts/billing/address.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { missingValue } from '../../../ui/format/format.ts'
import { useAdmin } from '../context.tsx'
import { HistoryTab, nounHistory } from '../frame/history-tab.tsx'
import { useAdvertiser } from './context.tsx'
import { optionOf, useListText, useLookups } from './lookups.ts'

const Ids = array(number())
const Metadata = array(type({ key: string(), value: string() }))
const Seats = array(type({ name: string(), seat: string() }))

/** Returns the text of a value that is not plain text. */
function useText() {
  const { i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const listText = useListText()
  const { industries, channels, experiences } = useLookups()
  const mayNot = useDisabledReason()({ permissions: ['advertiser_groups.read'] })
  const call = { path: { memberGroupId }, query: { count: maxPageSize } }
  const groups = useRead(advertiserGroups.list, mayNot ? null : call).data?.advertiser_groups ?? []
  const joined = (texts: readonly string[]) => (texts.length > 0 ? new Intl.ListFormat(i18n.locale).format(texts) : missingValue)
  const lists: Readonly<Record<string, typeof industries>> = { channel_ids: channels, advertiser_experience_ids: experiences }
  return (field: string, value: unknown) => {
    if (field === 'status') return statusLabel(String(value), i18n)
    if (field === 'industry_id' && typeof value === 'number') return optionOf(industries, value).label
    if (field === 'advertiser_group_id' && typeof value === 'number') return groups.find(({ id }) => id === value)?.name ?? `#${value}`
    if (field === 'billing_address' && is(value, BillingAddress)) return addressLine(value, i18n)
    if (field === 'metadata' && is(value, Metadata)) return joined(value.map((entry) => `${entry.key}: ${entry.value}`))
    if (field === 'dsps' && is(value, Seats)) return joined(value.map(({ name, seat }) => `${name}: ${seat}`))
    const options = lists[field]
    if (!options || !is(value, Ids)) return undefined
    return value.length > 0 ? listText(value.map((id) => optionOf(options, id))) : missingValue
  }
}

const advertiserChanges = nounHistory(changes.advertiser, {
  permission: 'advertisers.change',
  kinds: {
    created: msg`created the advertiser`,
    changed: msg`changed the advertiser`,
    removed: msg`archived the advertiser`,
    restored: msg`took the advertiser back`,
    undone: msg`undid a change`,
  },
  fields: {
    name: msg`Name`,
    status: msg`Status`,
    advertiser_group_id: msg`Group`,
    industry_id: msg`Industry`,
    channel_ids: msg`Channels`,
    advertiser_experience_ids: msg`Experiences`,
    billing_address: msg`Billing address`,
    metadata: msg`More fields`,
    dsps: msg`Seats at platforms`,
  },
  useText,
})

/** Who changed the advertiser, and when. */
export default function History() {
  const { emit } = useAdmin()
  const { member_group_id: memberGroupId, advertiser_id, version } = useAdvertiser()
  return (
    <HistoryTab
      of={advertiserChanges}
      path={{ memberGroupId, advertiserId: advertiser_id }}
      version={version}
      onUndone={() => emit('ad-advertiser-changed', { advertiser_id })}
    />
  )
}
