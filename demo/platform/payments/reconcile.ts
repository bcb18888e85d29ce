import type { Log } from '../context/log.ts'
import { type ChargeDeps, runCharge, sessionMs } from './charge.ts'
import type { ProviderCharge } from './provider.ts'
import { chargedOf, settle } from './settle.ts'

const reconciledDays = 3
const dayMs = 86_400_000
/** A charge whose job has not run after this time is started again with its key. */
const lateMs = 60_000

export interface Reconciliation {
  /** Payments that were brought to the state of their charge. */
  readonly repaired: number
  /** Charges at the provider that no payment has started. */
  readonly unknown: readonly string[]
}

export interface ReconcileDeps extends ChargeDeps {
  readonly log: Log
}

/** Whether a charge may change its payment, which is locked only then. */
async function mayDiffer({ database: { kysely } }: ChargeDeps, charge: ProviderCharge): Promise<boolean> {
  const payment = await kysely
    .selectFrom('payments')
    .select(['state', 'refunded', 'amount', 'fee', 'surcharge', 'tax'])
    .where('provider_id', '=', charge.id)
    .executeTakeFirst()
  if (!payment) return true
  const isSame = payment.state === charge.state || (payment.state === 'refunded' && charge.refunded === charge.charged)
  return !isSame || BigInt(payment.refunded) !== charge.refunded || chargedOf(payment) !== charge.charged
}

/** Charges that were started and never reached the provider, and those that wait too long for the payer. */
async function finishStarted(deps: ReconcileDeps, now: Date) {
  const { kysely } = deps.database
  const open = await kysely
    .selectFrom('payments')
    .select(['member_group_id', 'payment_id', 'state', 'provider_id', 'created_at'])
    .where('state', 'in', ['processing', 'needs_action'])
    .where('created_at', '<=', new Date(now.getTime() - lateMs))
    .orderBy('payment_id')
    .execute()
  const finish = async (payment: (typeof open)[number]) => {
    const isOver = payment.state === 'needs_action' && payment.created_at.getTime() + sessionMs < now.getTime()
    if (payment.provider_id === null) await runCharge(deps, payment)
    else if (isOver) {
      const charge = await deps.provider.cancel({ kysely, now }, payment.provider_id)
      await kysely.transaction().execute((transaction) => settle(transaction, charge, now))
    }
  }
  for (const payment of open)
    await finish(payment).catch(({ message }: Error) => {
      deps.log('error', 'payments.reconcile', { payment_id: payment.payment_id, message })
    })
}

/**
 * Compares the provider's charges of the last three days with the payments and repairs these, so that a message that was lost costs
 * nothing but time. What cannot be repaired is logged.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciliation> {
  const { database, provider, log } = deps
  const { kysely } = database
  const now = deps.now()
  await finishStarted(deps, now)
  const unknown: string[] = []
  let repaired = 0
  for (const charge of await provider.chargesSince({ kysely, now }, new Date(now.getTime() - reconciledDays * dayMs))) {
    if (!(await mayDiffer(deps, charge))) continue
    const settlement = await kysely
      .transaction()
      .execute((transaction) => settle(transaction, charge, now))
      .catch((error: Error) => {
        log('error', 'payments.reconcile', { charge: charge.id, message: error.message })
        return 'unchanged' as const
      })
    if (settlement === 'settled') repaired++
    if (settlement === 'unknown') unknown.push(charge.id)
  }
  if (unknown.length > 0) log('error', 'payments.unknown', { charges: unknown })
  if (repaired > 0) log('warn', 'payments.repaired', { count: repaired })
  return { repaired, unknown }
}
