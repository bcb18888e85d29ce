import type { RuleResult } from '../reply.ts'
import type { PaymentMethod } from './payments.ts'

type Removable = Pick<PaymentMethod, 'payment_method_id' | 'is_used_by_rebill'>

/** Whether a payment method can be removed: auto-rebill keeps its method, and the last method while it is on. */
export function removalRule(method: Removable, methods: readonly Removable[]): RuleResult {
  if (!method.is_used_by_rebill) return true
  const isLast = methods.every(({ payment_method_id }) => payment_method_id === method.payment_method_id)
  return { code: isLast ? 'last_of_rebill' : 'used_by_rebill' }
}
