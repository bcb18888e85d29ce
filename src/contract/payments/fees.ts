import { array, type Infer, integer, nullable, object, optional, pattern, string } from 'superstruct'
import { get, patch } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id } from '../ids.ts'
import { Amount, PositiveAmount } from './payments.ts'

/** Fees of a client's payments. */
export const FeeSchedule = object({
  fee_percent: Decimal,
  surcharge: Decimal,
  minimum_amount: Decimal,
  day_maximum: Decimal,
  currency_code: CurrencyCode,
  currency_digits: integer(),
  version: integer(),
})
export type FeeSchedule = Infer<typeof FeeSchedule>
/** A percentage in a request, below 100. */
export const Percent = pattern(string(), /^\d{1,2}(\.\d{1,4})?$/)
const FeeChange = object({
  fee_percent: optional(Percent),
  surcharge: optional(Amount),
  minimum_amount: optional(Amount),
  day_maximum: optional(PositiveAmount),
})

/** A tax on fees in a country. */
export const TaxType = object({ tax_type_id: Id, name: string(), country_code: pattern(string(), /^[A-Z]{2}$/), percent: Decimal })
export type TaxType = Infer<typeof TaxType>

const client = 'v1/member_groups/:memberGroupId'

/** Fees and taxes of payments. */
export const fees = {
  one: get(`${client}/fees`, { may: 'fees.read', result: FeeSchedule }),
  change: patch(`${client}/fees`, { may: 'fees.change', versioned: true, body: FeeChange, result: FeeSchedule }),
  taxTypes: get(`v2/member_groups/:memberGroupId/advertisers/:advertiserId/tax_types`, {
    may: 'fees.read',
    result: object({ tax_types: array(TaxType), default_tax_type_id: nullable(Id) }),
  }),
}
