import { expressionBuilder, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { RebillObstacle } from '../../../src/contract/auto-rebills/auto-rebills.ts'
import { nextRebillAttempt, rebillOf, type RebillDecision } from '../../../src/contract/money/funds.rules.ts'
import type { AdvertiserKey } from '../advertisers/key.ts'
import { timeZoneOf } from '../advertisers/read.ts'
import { recordChange } from '../changes/record.ts'
import { compiledOnce } from '../sql/compiled.ts'
import { dayIn } from '../sql/days.ts'
import type { JobKind } from '../sql/queue.ts'
import { Refused } from '../context/refusal.ts'
import { lockBalance } from '../money/ledger.ts'
import { limitLeftOf } from '../spend-limits/raised.ts'
import type { Tables } from '../tables/index.ts'
import type { ChargeResult, RebillContext, RebillPayments } from './charging.ts'
import { announceRebill } from './notify.ts'

type Db = Kysely<Tables>
export type RebillRow = Selectable<Tables['auto_rebills']>
type RunRow = Selectable<Tables['auto_rebill_runs']>

/** The longest pause between two attempts. A later time was set while a clock was ahead. */
const maxPauseMs = 24 * 3_600_000

const isWaiting = ({ next_attempt_at }: RebillRow, now: Date) =>
  next_attempt_at !== null && next_attempt_at > now && next_attempt_at.getTime() - now.getTime() <= maxPauseMs

/** The run whose charge is under way. */
export const runInFlight = (kysely: Db, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely
    .selectFrom('auto_rebill_runs')
    .selectAll()
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('outcome', '=', sql.lit('processing'))
    .executeTakeFirst()

/** What the advertiser's rules have charged in the current month of its time zone, with a charge under way. */
export async function chargedThisMonth(kysely: Db, { member_group_id, advertiser_id }: AdvertiserKey, now: Date): Promise<bigint> {
  const time_zone = await timeZoneOf(kysely, { member_group_id, advertiser_id })
  const firstDay = `${dayIn(now, time_zone).slice(0, 7)}-01`
  const { micros } = await kysely
    .selectFrom('auto_rebill_runs')
    .select(({ cast, fn }) => cast<string>(fn.coalesce(fn.sum('amount'), sql.lit(0)), 'text').as('micros'))
    .where('member_group_id', '=', member_group_id)
    .where('advertiser_id', '=', advertiser_id)
    .where('outcome', 'in', ['succeeded', 'processing'])
    .where('at', '>=', sql<Date>`${firstDay}::timestamp at time zone ${time_zone}`)
    .executeTakeFirstOrThrow()
  return BigInt(micros)
}

const writeRule = (
  kysely: Db,
  { member_group_id, auto_rebill_id }: Pick<RebillRow, 'member_group_id' | 'auto_rebill_id'>,
  change: Updateable<Tables['auto_rebills']>,
) =>
  kysely
    .updateTable('auto_rebills')
    .set(change)
    .where('member_group_id', '=', member_group_id)
    .where('auto_rebill_id', '=', auto_rebill_id)
    .execute()

/** Records an obstacle and mails about it, once until the funds are above the threshold again. */
async function reportObstacle(kysely: Db, rule: RebillRow, obstacle: RebillObstacle, now: Date) {
  if (rule.obstacle === obstacle) return
  await writeRule(kysely, rule, { obstacle })
  await announceRebill(kysely, rule, obstacle, now)
}

/** Records a run that charges nothing, once for each obstacle. */
async function recordObstacle(kysely: Db, rule: RebillRow, decision: Exclude<RebillDecision, { code: 'enough' | 'charge' }>, now: Date) {
  if (rule.obstacle === decision.code) return
  const { member_group_id, advertiser_id, auto_rebill_id, payment_method_id } = rule
  const amount = decision.code === 'below_minimum' ? decision.amount : null
  const run = { member_group_id, advertiser_id, auto_rebill_id, payment_method_id, at: now, outcome: decision.code, amount }
  await kysely.insertInto('auto_rebill_runs').values(run).execute()
  await reportObstacle(kysely, rule, decision.code, now)
}

/** The last ledger entry; its id is part of the charge's key, so that a state of the funds is charged once. */
const lastEntryId = async (kysely: Db, { member_group_id, advertiser_id }: AdvertiserKey) =>
  (
    await kysely
      .selectFrom('balance_events')
      .select(({ fn }) => fn.max('balance_event_id').as('id'))
      .where('member_group_id', '=', member_group_id)
      .where('advertiser_id', '=', advertiser_id)
      .executeTakeFirstOrThrow()
  ).id ?? 0

const ruleOf = (kysely: Db, { member_group_id, advertiser_id }: AdvertiserKey) =>
  kysely.selectFrom('auto_rebills').selectAll().where('member_group_id', '=', member_group_id).where('advertiser_id', '=', advertiser_id)

/**
 * Decides whether the rule charges now, and records the charge before it is made. A run under way is returned again, so that a charge whose
 * result was lost in a crash is repeated with its key. The balance is locked first, as by all who write money.
 */
async function nextRun(kysely: Db, account: AdvertiserKey, payments: RebillPayments, now: Date): Promise<RunRow | undefined> {
  const { balance } = await lockBalance(kysely, account)
  const rule = await ruleOf(kysely, account).forUpdate().executeTakeFirst()
  const inFlight = await runInFlight(kysely, account)
  if (inFlight || !rule?.is_on || isWaiting(rule, now)) return inFlight
  const decision = rebillOf(
    {
      threshold: BigInt(rule.threshold),
      mode: rule.mode,
      amount: BigInt(rule.amount),
      monthMaximum: rule.month_maximum === null ? null : BigInt(rule.month_maximum),
    },
    {
      available: balance,
      inFlight: await payments.underWay(kysely, account),
      chargedThisMonth: await chargedThisMonth(kysely, account, now),
      limitLeft: await limitLeftOf(kysely, account),
      ...(await payments.limits(kysely, rule, now)),
    },
  )
  if (decision.code === 'enough') {
    if (rule.obstacle !== null) await writeRule(kysely, rule, { obstacle: null })
    return undefined
  }
  if (decision.code !== 'charge') {
    await recordObstacle(kysely, rule, decision, now)
    return undefined
  }
  if (decision.cappedBy) await reportObstacle(kysely, rule, decision.cappedBy, now)
  const { member_group_id, advertiser_id, auto_rebill_id, payment_method_id, version, failures } = rule
  const key = `rebill ${advertiser_id} ${auto_rebill_id} ${version} ${await lastEntryId(kysely, account)} ${failures}`
  return kysely
    .insertInto('auto_rebill_runs')
    .values({
      member_group_id,
      advertiser_id,
      auto_rebill_id,
      payment_method_id,
      at: now,
      outcome: 'processing',
      key,
      amount: decision.amount,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** After a declined charge the rule waits; after the third one in a row it is off, and users are mailed. */
async function recordFailure(kysely: Db, { member_group_id, auto_rebill_id }: RunRow, now: Date) {
  const rule = await kysely
    .selectFrom('auto_rebills')
    .selectAll()
    .where('member_group_id', '=', member_group_id)
    .where('auto_rebill_id', '=', auto_rebill_id)
    .forUpdate()
    .executeTakeFirst()
  if (!rule) return
  const failures = rule.failures + 1
  const next_attempt_at = nextRebillAttempt(failures, now)
  if (next_attempt_at) return writeRule(kysely, rule, { failures, next_attempt_at })
  const writer = { database: { kysely }, now: () => now, scope: { memberGroupId: member_group_id, advertisers: 'all' as const } }
  const change = { entity: 'auto_rebill', entityId: auto_rebill_id, kind: 'changed' } as const
  await recordChange(writer, { ...change, before: { is_on: true }, after: { is_on: false, failures } })
  await announceRebill(kysely, rule, 'switched_off', now)
  return writeRule(kysely, rule, { failures, next_attempt_at, is_on: false, version: rule.version + 1 })
}

type Settled = Pick<ChargeResult, 'state' | 'decline'> & { readonly payment_id: number | null }

/** Records what became of a charge. A run that is settled already stays as it is. */
async function settleRun(kysely: Db, run: RunRow, { payment_id, state, decline }: Settled, now: Date) {
  const isOpen = state === 'processing' || state === 'needs_action'
  const hasFailed = state === 'declined' || state === 'canceled'
  const settled = await kysely
    .updateTable('auto_rebill_runs')
    .set({ payment_id, decline, outcome: isOpen ? 'processing' : hasFailed ? 'declined' : 'succeeded' })
    .where('member_group_id', '=', run.member_group_id)
    .where('run_id', '=', run.run_id)
    .where('outcome', '=', 'processing')
    .returning('run_id')
    .executeTakeFirst()
  if (!settled || isOpen) return
  if (hasFailed) await recordFailure(kysely, run, now)
  else await writeRule(kysely, run, { failures: 0, next_attempt_at: null })
}

/** Forgets a run whose charge was not started, so that the next check decides again. */
async function dropRun(kysely: Db, { member_group_id, run_id }: RunRow) {
  await kysely
    .deleteFrom('auto_rebill_runs')
    .where('member_group_id', '=', member_group_id)
    .where('run_id', '=', run_id)
    .where('outcome', '=', 'processing')
    .execute()
}

/** Codes of amounts that a limit refuses. The decision keeps to the limits, but another payment can come before the charge. */
const limitCodes: readonly (string | undefined)[] = ['above_day', 'above_new_method', 'below_minimum']

/** A charge that a limit refuses is decided again. Another refused charge, such as one of a removed method, counts as declined. */
function refusedCharge(error: unknown): Settled | 'limited' {
  if (!(error instanceof Refused)) throw error
  const isLimited = error.fields?.some(({ code }) => limitCodes.includes(code))
  return isLimited ? 'limited' : { payment_id: null, state: 'declined', decline: 'other' }
}

/**
 * Accounts of active advertisers with funds below the threshold of their rule, with an obstacle that may have ended, or with a charge under
 * way. Most rules have enough funds, so they are found without locks.
 */
const accountsToCheck = (kysely: Pick<Db, 'selectFrom'>) =>
  kysely
    .selectFrom((from) =>
      from
        .selectFrom('auto_rebills as r')
        .leftJoin('advertiser_balances as b', (join) =>
          join.onRef('b.member_group_id', '=', 'r.member_group_id').onRef('b.advertiser_id', '=', 'r.advertiser_id'),
        )
        .select(['r.member_group_id', 'r.advertiser_id'])
        .where('r.is_on', '=', true)
        .where(({ eb, fn, lit, or, ref }) =>
          or([eb('r.obstacle', 'is not', null), eb(fn.coalesce('b.balance', lit(0)), '<', ref('r.threshold'))]),
        )
        .union(
          from.selectFrom('auto_rebill_runs').select(['member_group_id', 'advertiser_id']).where('outcome', '=', sql.lit('processing')),
        )
        .as('due'),
    )
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'due.member_group_id').onRef('a.advertiser_id', '=', 'due.advertiser_id'),
    )
    .select(['a.member_group_id', 'a.advertiser_id'])
    .where('a.status', '=', 'active')
    .where('a.deleted_at', 'is', null)

/** An account, if it is one to check. It is read after each charge of delivery, so it is compiled once. */
const accountToCheck = compiledOnce<AdvertiserKey, AdvertiserKey>((parameter) =>
  accountsToCheck(expressionBuilder<Tables>())
    .where('a.member_group_id', '=', parameter('member_group_id'))
    .where('a.advertiser_id', '=', parameter('advertiser_id')),
)

/** Checks an advertiser's rule, and charges if the funds are below its threshold. */
export async function checkAutoRebill(context: RebillContext, account: AdvertiserKey, payments: RebillPayments, now: Date): Promise<void> {
  const { kysely } = context.database
  const due = await accountToCheck(account).execute(kysely)
  if (due.rows.length === 0) return
  const run = await kysely.transaction().execute((transaction) => nextRun(transaction, account, payments, now))
  if (!run?.key || run.amount === null) return
  const { member_group_id, advertiser_id, payment_method_id, key } = run
  const charge = {
    member_group_id,
    advertiser_id,
    payment_method_id,
    key,
    amount: BigInt(run.amount),
    origin: 'rebill' as const,
    user_id: null,
  }
  const result = await payments.startCharge({ ...context, now: () => now }, charge).catch(refusedCharge)
  await kysely
    .transaction()
    .execute((transaction) => (result === 'limited' ? dropRun(transaction, run) : settleRun(transaction, run, result, now)))
}

/** Ends the run of a payment, in the transaction of the payment's settlement. Another payment of the advertiser may be settled again. */
export async function settleRebill(
  kysely: Db,
  { member_group_id, payment_id, origin, state, decline }: AdvertiserKey & ChargeResult & { readonly origin: 'person' | 'rebill' },
  now: Date,
): Promise<void> {
  if (origin !== 'rebill') return
  const run = await kysely
    .selectFrom('auto_rebill_runs as r')
    .innerJoin('payments as p', (join) => join.onRef('p.member_group_id', '=', 'r.member_group_id').onRef('p.key', '=', 'r.key'))
    .selectAll('r')
    .where('p.member_group_id', '=', member_group_id)
    .where('p.payment_id', '=', payment_id)
    .executeTakeFirst()
  if (run) await settleRun(kysely, run, { payment_id, state, decline }, now)
}

/** A failed check does not stop the other checks, and not the delivery that was charged. */
const checkAndLog = (context: RebillContext, account: AdvertiserKey, payments: RebillPayments, now: Date) =>
  checkAutoRebill(context, account, payments, now).catch((error: Error) =>
    context.log('error', 'auto-rebill', { ...account, message: error.message }),
  )

async function checkAutoRebills(context: RebillContext, payments: RebillPayments, now: Date): Promise<void> {
  const accounts = await accountsToCheck(context.database.kysely).orderBy('a.member_group_id').orderBy('a.advertiser_id').execute()
  for (const account of accounts) await checkAndLog(context, account, payments, now)
}

/** Checks all rules every minute: for attempts after a pause, repeats after a crash, and debits other than delivery. */
export const rebillJob = (payments: RebillPayments): JobKind => ({
  everyMs: 60_000,
  run: (_, context) => checkAutoRebills(context, payments, context.now()),
})

/** A delivery job that checks the rule of each advertiser after its charges. */
export const withRebills = (delivery: JobKind, payments: RebillPayments): JobKind => ({
  ...delivery,
  run: (payload, context) => delivery.run(payload, { ...context, charged: (account, now) => checkAndLog(context, account, payments, now) }),
})
