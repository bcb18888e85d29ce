import type { BillingAddress } from '../advertisers/advertisers.ts'
import { fundingTypes } from '../money/funding-types.ts'
import type { OrderBilling } from './billing.ts'
import type { OrderRuleResult } from './insertion-orders.rules.ts'

interface PayingAdvertiser {
  /** The client uses the funding type. */
  readonly isActive: boolean
  /** Whether the advertiser has a spend limit; undefined if it is not known, and for an order for all advertisers. */
  readonly hasLimit: boolean | undefined
}

/**
 * Whether an advertiser can pay by a funding type. With a spend limit it spends from its credit line and pays by invoice; without one it
 * pays in advance.
 */
export function fundingRule(id: OrderBilling['funding_type_id'], { isActive, hasLimit }: PayingAdvertiser): OrderRuleResult {
  if (id === null) return true
  if (!isActive) return { code: 'funding_inactive', values: {} }
  if (id === fundingTypes.promotional || hasLimit === undefined) return true
  if (id === fundingTypes.creditLine) return hasLimit || { code: 'no_spend_limit', values: {} }
  return !hasLimit || { code: 'has_spend_limit', values: {} }
}

/** An address in the order of an envelope. */
const addressLines = ({ name, line_1, line_2, postal_code, city, region, country_code }: BillingAddress): string[] =>
  [name, line_1, line_2, `${postal_code} ${city}`, region, country_code].filter(Boolean)

/** The billing as fields of their own, as histories and comparisons show it. */
export const billingFields = (billing: OrderBilling | undefined) => ({
  funding_type_id: billing?.funding_type_id ?? null,
  billing_contact: billing?.contact ?? '',
  billing_email: billing?.email ?? '',
  billing_address: billing?.address ? addressLines(billing.address).join(', ') : '',
})
