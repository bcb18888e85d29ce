import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { housekeeping } from '../../demo/platform/jobs/housekeeping.ts'
import { type Jobs, startJobs } from '../../demo/platform/jobs/queue.ts'
import { enqueue, type JobKind } from '../../demo/platform/sql/queue.ts'
import type { Log } from '../../demo/platform/context/log.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'

let fresh: FreshDatabase
let clock = Date.parse('2026-11-21T10:00:00Z')
const now = () => new Date(clock)
const later = (ms: number) => {
  clock += ms
}
const logged: string[] = []
const log: Log = (_, event, detail) => logged.push(`${event} ${JSON.stringify(detail)}`)
const started: Jobs[] = []
const kysely = () => fresh.database.kysely

beforeAll(async () => {
  fresh = await freshDatabase()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
  await kysely().deleteFrom('jobs').execute()
})
afterAll(() => fresh.close())

async function worker(kinds: Record<string, JobKind>) {
  const jobs = await startJobs({ database: fresh.database, now, log }, kinds)
  started.push(jobs)
  return jobs
}
const ask = (kind: string, more: Partial<Parameters<typeof enqueue>[1]> = {}) => enqueue(kysely(), { kind, runAt: now(), ...more })
const allJobs = () => kysely().selectFrom('jobs').selectAll().orderBy('job_id').execute()

describe('a job', () => {
  test('runs once, though two servers look for it', async () => {
    const done: unknown[] = []
    const run = async ({ number }: Record<string, unknown>) => {
      await pause(1)
      done.push(number)
    }
    const kinds = { note: { run } }
    for (let number = 0; number < 60; number++) await ask('note', { payload: { number } })
    const one = await worker(kinds)
    const two = await worker(kinds)
    const counts = await Promise.all([one.tick(), two.tick()])
    expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, number) => number))
    expect(counts[0] + counts[1]).toBe(60)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect((await allJobs()).every(({ finished_at, locked_by }) => finished_at && !locked_by)).toBe(true)
  })

  test('waits for jobs of its own lane only', async () => {
    const done: string[] = []
    const held = new AbortController()
    const run = (name: string) => async () => void done.push(name)
    const slow = async () => {
      done.push('begun')
      await new Promise((resolve) => held.signal.addEventListener('abort', resolve))
      done.push('slow')
    }
    await ask('slow')
    await ask('after')
    const jobs = await worker({ slow: { lane: 'long', run: slow }, after: { lane: 'long', run: run('after') }, note: { run: run('note') } })
    const ticked = jobs.tick()
    await expect.poll(() => done).toEqual(['begun'])
    await ask('note')
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['begun', 'note'])
    held.abort()
    expect(await ticked).toBe(2)
    expect(done).toEqual(['begun', 'note', 'slow', 'after'])
  })

  test('that another lane makes due runs in the same round', async () => {
    const done: string[] = []
    const first = async () => ask('second')
    const jobs = await worker({ first: { run: first }, second: { lane: 'long', run: async () => void done.push('second') } })
    await ask('first')
    expect([await jobs.tick(), done]).toEqual([2, ['second']])
  })

  test('is created together with the rows it belongs to, or not at all', async () => {
    const asking = kysely()
      .transaction()
      .execute(async (transaction) => {
        await enqueue(transaction, { kind: 'note', runAt: now() })
        throw new Error('undone')
      })
    await expect(asking).rejects.toThrow('undone')
    expect(await allJobs()).toEqual([])
  })

  test('with a unique key is created once', async () => {
    await ask('note', { uniqueKey: 'a note' })
    await ask('note', { uniqueKey: 'a note' })
    expect(await allJobs()).toHaveLength(1)
  })

  test('waits until it is due, and for a server that knows its kind', async () => {
    let runs = 0
    await ask('note', { runAt: new Date(clock + 60_000) })
    await ask('stranger')
    const jobs = await worker({ note: { run: async () => void runs++ } })
    expect(await jobs.tick()).toBe(0)
    later(60_000)
    expect(await jobs.tick()).toBe(1)
    expect(runs).toBe(1)
  })

  test('that fails is retried with growing delays, then given up with the reason', async () => {
    const jobs = await worker({
      note: {
        run: async () => {
          throw new Error('no ink')
        },
      },
    })
    await ask('note')
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await jobs.tick()).toBe(1)
      expect(await jobs.tick()).toBe(0)
      const [job] = await allJobs()
      waits.push((job?.run_at.getTime() ?? 0) - clock)
      later(60_000)
    }
    expect(waits.slice(0, 4)).toEqual([2000, 4000, 8000, 16_000])
    expect(await jobs.tick()).toBe(0)
    const [job] = await allJobs()
    expect(job).toMatchObject({ attempts: 5, error: 'no ink', locked_by: null })
    expect(job?.failed_at).not.toBeNull()
    expect(logged.filter((line) => line.includes('no ink'))).toHaveLength(5)
  })

  test('of a stopped server is taken over when its lease ends', async () => {
    await ask('note')
    await kysely()
      .updateTable('jobs')
      .set({ locked_by: 'a server that ended', locked_until: new Date(clock + 60_000), attempts: 1 })
      .execute()
    let runs = 0
    const jobs = await worker({ note: { run: async () => void runs++ } })
    expect(await jobs.tick()).toBe(0)
    later(61_000)
    expect(await jobs.tick()).toBe(1)
    expect(runs).toBe(1)
  })

  test('locked by a clock that was ahead is taken up when the clock is right', async () => {
    await ask('note')
    const lock = (ms: number) =>
      kysely()
        .updateTable('jobs')
        .set({ locked_by: 'a server that ended', locked_until: new Date(clock + ms), attempts: 1 })
        .execute()
    let runs = 0
    const jobs = await worker({ note: { run: async () => void runs++ } })
    // The clocks of two servers differ by seconds.
    await lock(60_000 + 10_000)
    expect(await jobs.tick()).toBe(0)
    await lock(10 * 86_400_000)
    expect(await jobs.tick()).toBe(1)
    expect(runs).toBe(1)
  })

  test('asked for while the clock was ahead is done when the clock is right', async () => {
    let runs = 0
    const jobs = await worker({ note: { run: async () => void runs++ } })
    await ask('note', { runAt: new Date(clock + 10 * 86_400_000) })
    expect([await jobs.tick(), runs]).toEqual([1, 1])
  })

  test('that crashes every server is started five times at most', async () => {
    await ask('note')
    await kysely().updateTable('jobs').set({ attempts: 5 }).execute()
    let runs = 0
    const jobs = await worker({ note: { run: async () => void runs++ } })
    await jobs.tick()
    expect(runs).toBe(0)
    expect((await allJobs())[0]?.failed_at).not.toBeNull()
  })

  test('in progress finishes before the server stops', async () => {
    let isDone = false
    await ask('note')
    const run = async () => {
      await pause(150)
      isDone = true
    }
    const jobs = await worker({ note: { run } })
    const ticking = jobs.tick()
    await pause(50)
    await jobs.stop()
    expect(isDone).toBe(true)
    expect(await ticking).toBe(1)
    await ask('note')
    expect(await jobs.tick()).toBe(0)
  })
})

describe('a recurring job', () => {
  test('runs once per interval on any number of servers, and continues after a failure', async () => {
    let runs = 0
    const kinds: Record<string, JobKind> = {
      sweep: {
        everyMs: 60_000,
        run: async () => {
          runs++
          if (runs === 2) throw new Error('broom broken')
        },
      },
    }
    const servers = [await worker(kinds), await worker(kinds)]
    const tickAll = () => Promise.all(servers.map((jobs) => jobs.tick()))
    await tickAll()
    expect(runs).toBe(1)
    later(60_000)
    await tickAll()
    expect(runs).toBe(2)
    later(60_000)
    await tickAll()
    expect(runs).toBe(3)
    expect(await allJobs()).toHaveLength(1)
  })

  test('runs within one interval after the clock was ahead, with one server or a new one', async () => {
    let runs = 0
    const kinds: Record<string, JobKind> = { sweep: { everyMs: 60_000, run: async () => void runs++ } }
    const jobs = await worker(kinds)
    await jobs.tick()
    later(10 * 86_400_000)
    await jobs.tick()
    later(-10 * 86_400_000)
    logged.length = 0
    expect([await jobs.tick(), runs]).toEqual([1, 3])
    expect(await jobs.tick()).toBe(0)
    expect(logged).toEqual([expect.stringMatching(/^clock .*"kind":"sweep".*compare the clocks/)])
    later(10 * 86_400_000)
    await jobs.tick()
    later(-10 * 86_400_000)
    const other = await worker(kinds)
    expect([await other.tick(), runs]).toEqual([1, 5])
  })

  test('runs once an interval if the clocks of two servers differ by seconds', async () => {
    let runs = 0
    const kinds: Record<string, JobKind> = { sweep: { everyMs: 60_000, run: async () => void runs++ } }
    const jobs = await worker(kinds)
    await jobs.tick()
    later(-10_000)
    expect([await jobs.tick(), runs]).toEqual([0, 1])
  })

  test('that fails waits no longer than its interval', async () => {
    const run = () => Promise.reject(new Error('broom broken'))
    const jobs = await worker({ sweep: { everyMs: 5000, maxAttempts: 9, run } })
    for (let attempt = 1; attempt <= 6; attempt++) {
      expect(await jobs.tick()).toBe(1)
      later(5000)
    }
  })

  test('follows a changed interval', async () => {
    const run = async () => {}
    await worker({ sweep: { everyMs: 60_000, run } })
    await worker({ sweep: { everyMs: 5000, run } })
    expect((await allJobs()).map(({ every_ms }) => every_ms)).toEqual([5000])
  })

  test('cleanup deletes jobs that ended a week ago, and nothing else', async () => {
    for (const uniqueKey of ['old', 'new', 'old failure', 'new failure', 'waiting']) await ask('note', { uniqueKey })
    const end = (key: string, days: number, how: 'finished_at' | 'failed_at' = 'finished_at') =>
      kysely()
        .updateTable('jobs')
        .set({ [how]: new Date(clock - days * 86_400_000) })
        .where('unique_key', '=', key)
        .execute()
    await end('old', 8)
    await end('new', 6)
    await end('old failure', 8, 'failed_at')
    await end('new failure', 6, 'failed_at')
    await housekeeping.run({}, { database: fresh.database, now, log })
    expect((await allJobs()).map(({ unique_key }) => unique_key)).toEqual(['new', 'new failure', 'waiting'])
  })
})
