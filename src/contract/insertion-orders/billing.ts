import { enums, type Infer, nullable, object, optional, refine, string } from 'superstruct'
import { BillingAddress } from '../advertisers/advertisers.ts'
import { isEmail } from '../fields/fields.rules.ts'
import { Text } from '../ids.ts'
import { fundingTypeIds } from '../money/funding-types.ts'

/** How an order is paid, and where its bills go. */
export const OrderBilling = object({
  /** Null if the advertiser pays by any of its funding types. */
  funding_type_id: nullable(enums(fundingTypeIds)),
  /** The person or department that gets the bills; empty if unknown. */
  contact: string(),
  email: string(),
  address: nullable(BillingAddress),
})
export type OrderBilling = Infer<typeof OrderBilling>

const ContactEmail = refine(Text(0, 254), 'ContactEmail', (text) => text === '' || isEmail(text) || 'Expected an email address')

/** The billing of a request. Without an address it is the one of the advertiser. */
export const NewOrderBilling = object({
  funding_type_id: optional(nullable(enums(fundingTypeIds))),
  contact: optional(Text(0, 120)),
  email: optional(ContactEmail),
  address: optional(nullable(BillingAddress)),
})
export type NewOrderBilling = Infer<typeof NewOrderBilling>
