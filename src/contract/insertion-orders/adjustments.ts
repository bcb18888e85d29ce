import { enums, type Infer, nullable, object, string } from 'superstruct'
import { Decimal, Id, IsoDay, Reason } from '../ids.ts'
import { PositiveAmount } from '../payments/payments.ts'

/** A credit gives money back. A make-good also lets the order and its line deliver the amount again, which makes that delivery free. */
export const adjustmentKinds = ['credit', 'make_good'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

/** An amount to give back for a line, or for what no line names. */
export const NewOrderAdjustment = object({
  kind: enums(adjustmentKinds),
  line_id: nullable(Id),
  amount: PositiveAmount,
  reason: Reason,
})
export type NewOrderAdjustment = Infer<typeof NewOrderAdjustment>

/** An amount that was given back. */
export const OrderAdjustment = object({
  adjustment_id: Id,
  kind: enums(adjustmentKinds),
  line_id: nullable(Id),
  amount: Decimal,
  reason: string(),
  day: IsoDay,
  user: nullable(string()),
})
export type OrderAdjustment = Infer<typeof OrderAdjustment>
