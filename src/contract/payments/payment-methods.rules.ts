import type { PaymentMethod } from './payments.ts'

type Removable = Pick<PaymentMethod, 'payment_method_id' | 'is_used_by_rebill' | 'is_rebill_on'>

/** Whether a payment method can be removed: auto-rebill keeps its method, but while it is off, the last method can be removed. */
export function removalRule(method: Removable, methods: readonly Removable[]) {
  if (!method.is_used_by_rebill) return true
  const isLast = methods.every(({ payment_method_id }) => payment_method_id === method.payment_method_id)
  if (isLast && !method.is_rebill_on) return true
  return { code: isLast ? ('last_of_rebill' as const) : ('used_by_rebill' as const) }
}

/** Names of card brands, by the word that payment providers use. */
const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
}

/** The name of a card's brand; a bank debit has that of its bank. */
export const brandName = (brand: string) => brandNames[brand] ?? brand
