import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { machineNow } from '../context/clock.ts'
import { TokenBuckets } from '../http/token-buckets.ts'
import { anyTextOf } from '../sql/pieces.ts'
import { enqueue, type JobContext, type JobKind } from '../sql/queue.ts'

type Kinds = Readonly<Record<string, JobKind>>

export interface Jobs {
  /** Stops after the current job. */
  stop(): Promise<void>
  /** Runs all due jobs, including those that become due meanwhile; returns their number. */
  tick(): Promise<number>
}

const leaseMs = 60_000
const fewAttempts = 5
const maxPauseMs = 1_800_000
const pollMs = 2000
/** Clocks of servers on one database may differ by this much. */
const skewMs = 60_000
/** The latest time that a correct clock can have set; a later one was set while a clock was ahead. */
const latestAfter = (ms: number, maxMs: number) => new Date(ms + maxMs + skewMs)
/** Leases use the machine's clock, because a job may move the platform's clock. */
const leaseNow = (context: JobContext) => machineNow(context).getTime()

interface Claimed {
  readonly job_id: number
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempts: number
  readonly every_ms: number | null
  readonly run_at: Date
}

/**
 * Claims one due job; `skip locked` gives it to one server only. Times and leases that a clock set while it was ahead do not count:
 * a recurring job is due within its interval, any other job within the longest pause between attempts.
 */
async function claim(context: JobContext, workerId: string, kinds: readonly string[]): Promise<Claimed | undefined> {
  const now = context.now()
  const leased = leaseNow(context)
  const maxWait = sql<string>`coalesce(every_ms, ${maxPauseMs}::int) * interval '1 millisecond'`
  return context.database.kysely
    .updateTable('jobs')
    .set(({ eb }) => ({ locked_by: workerId, locked_until: new Date(leased + leaseMs), attempts: eb('attempts', '+', 1) }))
    .where('job_id', '=', ({ selectFrom }) =>
      selectFrom('jobs')
        .select('job_id')
        .where('finished_at', 'is', null)
        .where('failed_at', 'is', null)
        .where(({ eb, or }) =>
          or([eb('run_at', '<=', now), eb('run_at', '>', sql<Date>`${latestAfter(now.getTime(), 0)}::timestamptz + ${maxWait}`)]),
        )
        .where(({ eb, or }) =>
          or([
            eb('locked_until', 'is', null),
            eb('locked_until', '<', new Date(leased)),
            eb('locked_until', '>', latestAfter(leased, leaseMs)),
          ]),
        )
        .where('kind', '=', anyTextOf(kinds))
        .orderBy('run_at')
        .orderBy('job_id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['job_id', 'kind', 'payload', 'attempts', 'every_ms', 'run_at'])
    .executeTakeFirst()
}

interface End {
  readonly maxAttempts: number
  readonly problem: Error | undefined
  /** The job asked for another run right away. */
  readonly isMore: boolean
}

async function settle(context: JobContext, job: Claimed, workerId: string, { maxAttempts, problem, isMore }: End) {
  const { database, now, log } = context
  const nowMs = now().getTime()
  const finishedAt = machineNow(context)
  const unlocked = { locked_by: null, locked_until: null, error: problem?.message ?? null }
  const nextRegularRun = job.every_ms === null ? undefined : new Date(isMore ? nowMs : nowMs + job.every_ms)
  const pauseMs = Math.min(1000 * 2 ** job.attempts, job.every_ms ?? maxPauseMs)
  const retry = problem && job.attempts < maxAttempts ? new Date(nowMs + pauseMs) : undefined
  if (problem) log('error', 'job', { kind: job.kind, job_id: job.job_id, attempt: job.attempts, message: problem.message })
  const nextRun = retry ?? nextRegularRun
  const change = nextRun
    ? { ...unlocked, run_at: nextRun, attempts: retry ? job.attempts : 0 }
    : problem
      ? { ...unlocked, failed_at: finishedAt }
      : { ...unlocked, finished_at: finishedAt }
  await database.kysely.updateTable('jobs').set(change).where('job_id', '=', job.job_id).where('locked_by', '=', workerId).execute()
}

/** Renews the lease while the job runs, because a job may take longer than its lease. */
async function withLeaseRenewal(context: JobContext, job: Claimed, workerId: string, work: Promise<void>) {
  const renew = setInterval(() => {
    const until = new Date(leaseNow(context) + leaseMs)
    context.database.kysely
      .updateTable('jobs')
      .set({ locked_until: until })
      .where('job_id', '=', job.job_id)
      .where('locked_by', '=', workerId)
      .execute()
      .catch((error: Error) => context.log('warn', 'job.lease', { message: error.message }))
  }, leaseMs / 3)
  try {
    await work
  } finally {
    clearInterval(renew)
  }
}

/** Enqueues recurring jobs once, and updates their interval if it has changed. */
async function enqueueRecurring({ database: { kysely }, now }: JobContext, kinds: Readonly<Record<string, JobKind>>) {
  for (const [kind, { everyMs }] of Object.entries(kinds)) {
    if (!everyMs) continue
    const uniqueKey = `every ${kind}`
    await enqueue(kysely, { kind, runAt: now(), uniqueKey, everyMs })
    await kysely
      .updateTable('jobs')
      .set({ every_ms: everyMs })
      .where('unique_key', '=', uniqueKey)
      .where('every_ms', '!=', everyMs)
      .execute()
  }
}

/** Limits attempts, because a job that crashes its server would otherwise crash every server. */
const tooManyAttempts = new Error('The job was started too often without finishing')
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** One warning in ten minutes, because a recurring job may be planned by a clock that stays ahead. */
const clockWarnings = () => new TokenBuckets(1, 1 / 600)

function warnOfClock({ now, log }: JobContext, { kind, run_at }: Claimed, warnings: TokenBuckets) {
  const nowMs = now().getTime()
  if (run_at.getTime() <= latestAfter(nowMs, 0).getTime() || warnings.take('clock', nowMs) > 0) return
  log('warn', 'clock', { kind, run_at, message: 'A job was planned by a clock that is ahead; compare the clocks of all servers' })
}

interface Worker {
  readonly id: string
  readonly kinds: Kinds
  readonly warnings: TokenBuckets
}

/** Runs one due job; returns whether there was one. */
async function workOnce(context: JobContext, { id: workerId, kinds, warnings }: Worker): Promise<boolean> {
  await context.clock?.follow(context.database.kysely)
  const job = await claim(context, workerId, Object.keys(kinds))
  if (!job) return false
  warnOfClock(context, job, warnings)
  const maxAttempts = kinds[job.kind]?.maxAttempts ?? fewAttempts
  let isMore = false
  const goOn = () => {
    isMore = true
  }
  const work = async () => {
    if (job.attempts > maxAttempts) throw tooManyAttempts
    await kinds[job.kind]?.run(job.payload, { ...context, goOn })
  }
  const problem = await withLeaseRenewal(context, job, workerId, work()).then(() => undefined, asError)
  await settle(context, job, workerId, { maxAttempts, problem, isMore })
  return true
}

/** Job kinds by lane; kinds without a lane share one. */
function lanesOf(kinds: Kinds): Kinds[] {
  const names = [...new Set(Object.values(kinds).map(({ lane }) => lane))]
  return names.map((name) => Object.fromEntries(Object.entries(kinds).filter(([, { lane }]) => lane === name)))
}

/** Runs the jobs of one lane, one at a time. */
function startLane(context: JobContext, kinds: Kinds): Jobs {
  const worker = { id: randomUUID(), kinds, warnings: clockWarnings() }
  let isStopping = false
  const everything = async () => {
    let doneCount = 0
    while (!isStopping && (await workOnce(context, worker))) doneCount++
    return doneCount
  }
  let lastRun = Promise.resolve(0)
  const tick = () => {
    lastRun = lastRun.catch(() => 0).then(everything)
    return lastRun
  }
  const timer = setInterval(() => {
    tick().catch((error: Error) => context.log('error', 'jobs', { message: error.message }))
  }, pollMs)
  timer.unref()
  return {
    tick,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await lastRun.catch(() => 0)
    },
  }
}

/** Runs background jobs; each lane runs one at a time. */
export async function startJobs(context: JobContext, kinds: Kinds): Promise<Jobs> {
  await enqueueRecurring(context, kinds)
  const lanes = lanesOf(kinds).map((laneKinds) => startLane(context, laneKinds))
  const round = async () => (await Promise.all(lanes.map(({ tick }) => tick()))).reduce((sum, doneCount) => sum + doneCount, 0)
  const tick = async () => {
    let total = 0
    for (let doneCount = await round(); doneCount > 0; doneCount = await round()) total += doneCount
    return total
  }
  return { tick, stop: async () => void (await Promise.all(lanes.map(({ stop }) => stop()))) }
}
