import type { Kysely } from 'kysely'
import type { PlatformClock } from '../context/clock.ts'
import type { Log } from '../context/log.ts'
import type { Database } from '../database/open.ts'
import type { Tables } from '../tables/index.ts'

export interface JobContext {
  readonly database: Database
  readonly now: () => Date
  /** Where the platform's time may be ahead of the machine's. */
  readonly clock?: PlatformClock
  readonly log: Log
  /** Asks for another turn of the job at hand, as soon as the others that are due had theirs. */
  readonly goOn?: () => void
}
export interface JobKind {
  /** Repeats so often; a job without it runs when something asks for it. */
  readonly everyMs?: number
  /** How often it is tried before it is given up; the pauses double, up to half an hour. */
  readonly mostAttempts?: number
  /** Kinds of one lane wait for each other, and for those of no other lane. */
  readonly lane?: string
  run(payload: Record<string, unknown>, context: JobContext): Promise<void>
}

/** Asks for a job, in the transaction of whatever it belongs to; a unique key is asked for once. */
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
