import type { I18n } from '@lingui/core'
import type { Advertiser, AdvertiserChange, BillingAddress, NewAdvertiser } from '../../../contract/advertisers/advertisers.ts'
import type { AdvertiserStatus } from '../../../contract/advertisers/advertisers.rules.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { addressLine } from '../../../parts/billing/address.ts'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { missingValue } from '../../../ui/format/format.ts'
import type { SelectedOption } from '../../../ui/select/option.ts'
import { type Lookups, optionOf } from './lookups.ts'

/** The fields of the form, by the paths of the request. */
export type AdvertiserValues = {
  readonly name: string
  readonly status: AdvertiserStatus
  readonly advertiser_group_id: SelectedOption | null
  readonly industry_id: SelectedOption | null
  readonly channel_ids: readonly SelectedOption[]
  readonly advertiser_experience_ids: readonly SelectedOption[]
  readonly billing_address: BillingAddress | null
  readonly metadata: Advertiser['metadata']
}

/** The form of a new advertiser: with what cannot be changed later. */
export type NewAdvertiserValues = AdvertiserValues & {
  readonly currency_code: SelectedOption
  readonly time_zone: SelectedOption
}

type Names = Pick<Lookups, 'industries' | 'channels' | 'experiences'>

/** The values of an advertiser before they are changed. */
export const valuesOf = (advertiser: Advertiser, names: Names): AdvertiserValues => ({
  name: advertiser.name,
  status: advertiser.status,
  advertiser_group_id:
    advertiser.advertiser_group_id === null
      ? null
      : { id: advertiser.advertiser_group_id, label: advertiser.advertiser_group_name ?? `#${advertiser.advertiser_group_id}` },
  industry_id: advertiser.industry_id === null ? null : optionOf(names.industries, advertiser.industry_id),
  channel_ids: advertiser.channel_ids.map((id) => optionOf(names.channels, id)),
  advertiser_experience_ids: advertiser.advertiser_experience_ids.map((id) => optionOf(names.experiences, id)),
  billing_address: advertiser.billing_address,
  metadata: advertiser.metadata,
})

const idOf = (option: SelectedOption | null) => (option === null ? null : Number(option.id))
const idsOf = (options: readonly SelectedOption[]) => options.map(({ id }) => Number(id))

/** The request that saves the values. */
export const changeOf = (values: AdvertiserValues): AdvertiserChange => ({
  name: values.name,
  status: values.status,
  advertiser_group_id: idOf(values.advertiser_group_id),
  industry_id: idOf(values.industry_id),
  channel_ids: idsOf(values.channel_ids),
  advertiser_experience_ids: idsOf(values.advertiser_experience_ids),
  billing_address: values.billing_address,
  metadata: values.metadata.filter(({ value }) => value.trim() !== ''),
})

/** The request that creates an advertiser. */
export const newAdvertiserOf = ({ currency_code, time_zone, ...values }: NewAdvertiserValues): NewAdvertiser => ({
  ...changeOf(values),
  currency_code: String(currency_code.id),
  time_zone: String(time_zone.id),
})

export const advertiserRules = { name: [required, maxLength(120)] }

const isOption = (value: unknown): value is SelectedOption => typeof value === 'object' && value !== null && 'label' in value
const isAddress = (field: string, value: unknown): value is BillingAddress => field === 'billing_address' && value !== null
const isMetadata = (field: string, _: unknown): _ is Advertiser['metadata'] => field === 'metadata'

/** A value of the form as the review shows it. */
export const formTextOf = (i18n: I18n) => (field: string, value: unknown) => {
  const list = (texts: readonly string[]) => (texts.length > 0 ? new Intl.ListFormat(i18n.locale).format(texts) : missingValue)
  if (value === null || value === '') return missingValue
  if (field === 'status') return statusLabel(String(value), i18n)
  if (isAddress(field, value)) return addressLine(value, i18n)
  if (isMetadata(field, value)) return list(value.map(({ key, value: text }) => `${key}: ${text}`))
  if (isOption(value)) return value.label
  return Array.isArray(value) ? list(value.filter(isOption).map(({ label }) => label)) : String(value)
}

/** The metadata with another value of a key; an empty value removes it. */
export const withMetadata = (metadata: Advertiser['metadata'], key: string, value: string): Advertiser['metadata'] => {
  if (metadata.some((entry) => entry.key === key))
    return value === ''
      ? metadata.filter((entry) => entry.key !== key)
      : metadata.map((entry) => (entry.key === key ? { key, value } : entry))
  return value === '' ? metadata : [...metadata, { key, value }]
}
