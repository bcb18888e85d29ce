import type { Selectable } from 'kysely'
import type { Log } from '../context/log.ts'
import { anyTextOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'
import { type ChargeDeps, runCharge, sessionMs } from './charge.ts'
import type { ProviderCharge } from './provider.ts'
import { chargedOf, type Settlement, settle } from './settle.ts'

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

type OpenPayment = Pick<Selectable<Tables['payments']>, 'member_group_id' | 'payment_id' | 'state' | 'provider_id' | 'created_at'>

/** The charges that may change their payments, which are locked only then. */
async function differing({ database: { kysely } }: ChargeDeps, charges: readonly ProviderCharge[]): Promise<ProviderCharge[]> {
  const payments = await kysely
    .selectFrom('payments')
    .select(['provider_id', 'state', 'refunded', 'amount', 'fee', 'surcharge', 'tax'])
    .where('provider_id', '=', anyTextOf(charges.map(({ id }) => id)))
    .execute()
  const byCharge = new Map(payments.map((payment) => [payment.provider_id, payment]))
  return charges.filter((charge) => {
    const payment = byCharge.get(charge.id)
    if (!payment) return true
    const isSame = payment.state === charge.state || (payment.state === 'refunded' && charge.refunded === charge.charged)
    return !isSame || BigInt(payment.refunded) !== charge.refunded || chargedOf(payment) !== charge.charged
  })
}

/**
 * Brings an open payment to the state of its charge. A charge that never reached the provider is started again; one that waits too long
 * for the payer is canceled.
 */
async function finish(deps: ReconcileDeps, payment: OpenPayment, now: Date): Promise<Settlement> {
  const { provider } = deps
  const { kysely } = deps.database
  const { provider_id: id, state, created_at } = payment
  if (id === null) {
    await runCharge(deps, payment)
    return 'settled'
  }
  const isOver = state === 'needs_action' && created_at.getTime() + sessionMs < now.getTime()
  const charge = isOver ? await provider.cancel({ kysely, now }, id) : await provider.chargeById({ kysely, now }, id)
  if (!charge) throw new Error(`The provider has no charge ${id}`)
  return kysely.transaction().execute((transaction) => settle(transaction, charge, now))
}

/** Asks the provider about every open payment, whatever its age. Returns how many have changed. */
async function finishOpen(deps: ReconcileDeps, now: Date): Promise<number> {
  const open = await deps.database.kysely
    .selectFrom('payments')
    .select(['member_group_id', 'payment_id', 'state', 'provider_id', 'created_at'])
    .where('state', 'in', ['processing', 'needs_action'])
    .where('created_at', '<=', new Date(now.getTime() - lateMs))
    .orderBy('payment_id')
    .execute()
  let changed = 0
  for (const payment of open) {
    const settlement = await finish(deps, payment, now).catch(({ message }: Error) => {
      deps.log('error', 'payments.reconcile', { payment_id: payment.payment_id, message })
    })
    if (settlement === 'settled') changed++
  }
  return changed
}

/**
 * Compares open payments, and the provider's charges that have changed in the last three days, with the payments and repairs these, so
 * that a message that was lost costs nothing but time. What cannot be repaired is logged, and the others are still repaired.
 */
export async function reconcile(deps: ReconcileDeps): Promise<Reconciliation> {
  const { database, provider, log } = deps
  const { kysely } = database
  const now = deps.now()
  let repaired = await finishOpen(deps, now)
  const unknown: string[] = []
  const changed = await provider.chargesSince({ kysely, now }, new Date(now.getTime() - reconciledDays * dayMs))
  for (const charge of await differing(deps, changed)) {
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
