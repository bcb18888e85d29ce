import type { Kysely } from 'kysely'
import type { RebillState } from '../../../src/contract/money/funds.rules.ts'
import type { DeclineReason, PaymentState } from '../../../src/contract/payments/payments.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import type { JobContext } from '../sql/queue.ts'
import type { Tables } from '../tables/index.ts'

export interface Charge extends AdvertiserKey {
  /** Micros to add to the funds. */
  readonly amount: bigint
  readonly payment_method_id: number
  readonly origin: 'rebill'
  /** Repeats with the same key are the same charge. */
  readonly key: string
  readonly user_id: number | null
}

export interface ChargeResult {
  readonly payment_id: number
  readonly state: PaymentState
  readonly decline: DeclineReason | null
}

/** The context of a check. It is outside of transactions, because a charge calls the payment provider. */
export type RebillContext = Pick<JobContext, 'database' | 'log'>

/** What limits a charge now. */
export type ChargeLimits = Pick<RebillState, 'minimum' | 'dayLeft' | 'newMethodMaximum' | 'digits'>

/** What the auto-rebill needs of payments. */
export interface RebillPayments {
  /** Charges, or returns the current state of the charge with the key. Throws a refusal for a method or an amount that cannot be charged. */
  readonly startCharge: (context: RebillContext & Pick<JobContext, 'now'>, charge: Charge) => Promise<ChargeResult>
  /** Micros of payments under way that people have started. */
  readonly underWay: (kysely: Kysely<Tables>, account: AdvertiserKey) => Promise<bigint>
  /** What limits a charge. */
  readonly limits: (kysely: Kysely<Tables>, charge: AdvertiserKey & Pick<Charge, 'payment_method_id'>, now: Date) => Promise<ChargeLimits>
}
