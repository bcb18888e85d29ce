import type { Kysely } from 'kysely'
import type { PlatformClock } from '../context/clock.ts'
import type { Log } from '../context/log.ts'
import type { Database } from '../database/database.ts'
import type { Tables } from '../tables/index.ts'

export interface JobContext {
  readonly database: Database
  readonly now: () => Date
  /** Present where the platform's time may be ahead of the machine's. */
  readonly clock?: PlatformClock
  readonly log: Log
  /** Called after an advertiser was charged for clicks, outside of its transaction. */
  readonly charged?: (account: { readonly member_group_id: number; readonly advertiser_id: number }, now: Date) => Promise<void>
  /** Requests another run of this job, after the other due jobs. */
  readonly goOn?: () => void
}
export interface JobKind {
  /** Repeat interval; a job without it runs only when enqueued. */
  readonly everyMs?: number
  /** Number of attempts before the job fails for good; the delay between attempts doubles, up to half an hour. */
  readonly maxAttempts?: number
  /** Jobs of one lane run one at a time; lanes run in parallel. */
  readonly lane?: string
  run(payload: Record<string, unknown>, context: JobContext): Promise<void>
}

/**
 * Enqueues a job in the caller's transaction; a second job with the same unique key is ignored. `runAt` is at most half an hour from
 * now: the runner takes a later time for that of a clock that was ahead, and runs the job at once.
 */
export async function enqueue(
  kysely: Kysely<Tables>,
  job: { kind: string; payload?: object; runAt: Date; uniqueKey?: string; everyMs?: number },
) {
  await kysely
    .insertInto('jobs')
    .values({
      kind: job.kind,
      payload: JSON.stringify(job.payload ?? {}),
      run_at: job.runAt,
      unique_key: job.uniqueKey ?? null,
      every_ms: job.everyMs ?? null,
    })
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .execute()
}
