import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import type { MemberGroup, MemberGroupChange } from '../../../contract/clients/clients.ts'
import { missingValue } from '../../../ui/format/format.ts'
import type { FormRules } from '../../../ui/form/use-form.ts'
import type { SelectedOption } from '../../../ui/select/option.ts'

/** The details of a client, by the paths of the request. */
export type ClientValues = {
  readonly name: string
  readonly 'label.singular': string
  readonly 'label.plural': string
  readonly 'default_currency.currency_code': SelectedOption | null
  readonly 'default_currency.min_bid': string
  readonly member_group_type_id: SelectedOption | null
  readonly registration_enabled: boolean
}

export const currencyOption = (currency_code: string): SelectedOption => ({ id: currency_code, label: currency_code })

/** The details of a client before they are changed. */
export const valuesOf = (client: MemberGroup, types: readonly SelectedOption[]): ClientValues => ({
  name: client.name,
  'label.singular': client.label.singular,
  'label.plural': client.label.plural,
  'default_currency.currency_code': currencyOption(client.default_currency.currency_code),
  'default_currency.min_bid': client.default_currency.min_bid,
  member_group_type_id: types.find(({ id }) => id === client.member_group_type_id) ?? null,
  registration_enabled: client.registration_enabled,
})

export const labelOf = (values: Pick<ClientValues, 'label.singular' | 'label.plural'>) => ({
  singular: values['label.singular'].trim(),
  plural: values['label.plural'].trim(),
})

export const defaultCurrencyOf = (values: Pick<ClientValues, 'default_currency.currency_code' | 'default_currency.min_bid'>) => ({
  currency_code: String(values['default_currency.currency_code']?.id ?? ''),
  min_bid: values['default_currency.min_bid'],
})

const idOf = (option: SelectedOption | null) => (option === null ? null : Number(option.id))

/** The request that saves the changed fields. A label and a currency are sent as a whole. */
export function changeOf(values: ClientValues, changes: Partial<ClientValues>): MemberGroupChange {
  const isChanged = (...fields: readonly (keyof ClientValues)[]) => fields.some((field) => Object.hasOwn(changes, field))
  return {
    ...(isChanged('name') && { name: values.name.trim() }),
    ...(isChanged('label.singular', 'label.plural') && { label: labelOf(values) }),
    ...(isChanged('default_currency.currency_code', 'default_currency.min_bid') && { default_currency: defaultCurrencyOf(values) }),
    ...(isChanged('member_group_type_id') && { member_group_type_id: idOf(values.member_group_type_id) }),
    ...(isChanged('registration_enabled') && { registration_enabled: values.registration_enabled }),
  }
}

const highestMinBid = 1_000_000
const withinBids = (text: string): FieldRuleResult => Number(text) <= highestMinBid || { code: 'max', max: String(highestMinBid) }

export const clientRules: FormRules<ClientValues> = {
  name: [required, maxLength(80)],
  'label.singular': [required, maxLength(40)],
  'label.plural': [required, maxLength(40)],
  'default_currency.currency_code': [required],
  'default_currency.min_bid': [required, withinBids],
}

const isOption = (value: unknown): value is SelectedOption => typeof value === 'object' && value !== null && 'label' in value

/** A value of the form as the review shows it. */
export const textOf = (yes: string, no: string) => (_: string, value: unknown) => {
  if (typeof value === 'boolean') return value ? yes : no
  if (isOption(value)) return value.label
  return value === null || value === '' ? missingValue : String(value)
}
