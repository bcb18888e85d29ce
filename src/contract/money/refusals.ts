/** Why a call about funds is refused. The platform sends the code with a field, and the screens have a text for each. */
export const fundsRefusals = [
  'invoice_open',
  'invoice_partly_paid',
  'invoice_paid',
  'invoice_void',
  'invoice_uncollectible',
  'above_unpaid',
  'too_many_digits',
  'limit_exists',
  'spend_unpaid',
  'spend_order_decided',
  'used_by_rebill',
  'last_of_rebill',
  'method_missing',
  'no_expiry',
  'month_invalid',
  'year_invalid',
  'target_not_above',
  'rebill_exists',
  'charge_under_way',
] as const
export type FundsRefusal = (typeof fundsRefusals)[number]
