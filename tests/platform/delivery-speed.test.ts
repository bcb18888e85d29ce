import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deliveryJobKind as deliveryJob } from '../../demo/platform/delivery/run.ts'
import { passesDue } from '../../demo/platform/delivery/passes.ts'
import { advanceClock, settingsOf } from '../../demo/platform/delivery/settings.ts'
import { startJobs } from '../../demo/platform/jobs/queue.ts'
import { servingOf } from '../../demo/platform/serving/read.ts'
import { amount } from '../support/platform/audit.ts'
import { books, dayMs, deliveryBy, leave, minuteMs, noon, onlyCampaigns } from '../support/delivery/delivery-world.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((given) => {
  world = given
})

const rows = async <T>(text: string) => (await sql.raw<T>(text).execute(world.database.kysely)).rows
const campaign = (set: string) => rows(`update campaigns set ${set} where campaign_id = 10`)
const daysOf = () => rows<{ day: string; micros: string }>(`select day, sum(micros)::text as micros from spend_days group by 1 order by 1`)

describe('delivery at a day per minute', () => {
  test('simulates day after day until the speed changes, each with its hours and its own budget', async () => {
    await onlyCampaigns(world.database, 10)
    await campaign(`pacing = 'ASAP', budget = 654321`)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.speed(1440)
    const minutes = amount(5, 3)
    for (let minute = 0; minute < minutes; minute++) await delivery.pass()
    expect(delivery.context.now()).toEqual(new Date(noon.getTime() + minuteMs + minutes * dayMs))
    const days = await daysOf()
    expect(days.map(({ day }) => day)).toEqual([21, 22, 23, 24, 25, 26].slice(0, minutes + 1).map((day) => `2026-11-${day}`))
    expect(days[0]?.micros).toBe('654321')
    for (const { micros } of days) expect(BigInt(micros)).toBeLessThanOrEqual(654_321n)
    expect(days.reduce((sum, { micros }) => sum + BigInt(micros), 0n)).toBeGreaterThan(BigInt(amount(1_300_000, 700_000)))
    const all = await books(world.database)
    expect([all.hourly, all.clicks, all.days, all.balance]).toEqual([all.daily, all.daily, all.daily, all.entries])
  })

  test('counts impressions in the hour in which they were served', async () => {
    await onlyCampaigns(world.database, 10)
    await campaign(`pacing = 'ASAP', budget = 900000000`)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.speed(1440)
    for (let minute = 0; minute < 2; minute++) await delivery.pass()
    const hours = await rows<{ hour: number; impressions: number }>(
      `select hour, sum(impressions)::int as impressions from facts_hourly where day = '2026-11-22' group by 1 order by 1`,
    )
    expect(hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    const whole = hours.reduce((sum, { impressions }) => sum + impressions, 0)
    for (const { impressions } of hours) expect(impressions).toBeLessThan(whole / 5)
  })

  test('ends campaigns, spends budgets, and reports figures of the simulated day', async () => {
    await onlyCampaigns(world.database, 10, 20)
    await campaign(`pacing = 'ASAP', budget = 1000000, end_date = '2026-11-23'`)
    await rows(`update campaigns set pacing = 'ASAP', budget = 500000 where campaign_id = 20`)
    await leave(world.database, 2, 800_000n)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.speed(1440)
    for (let minute = 0; minute < 4; minute++) await delivery.pass()
    expect(await rows('select status from campaigns where campaign_id = 10')).toEqual([{ status: 'ended' }])
    const serving = await servingOf(delivery.context, 1, [20])
    expect(serving.get(20)).toMatchObject({ gate: 'no_funds', spent_today: '0', spent_total: '0.8' })
  })

  test('continues at normal speed from the simulated time, and never goes back', async () => {
    await onlyCampaigns(world.database, 10)
    const delivery = deliveryBy(world.database)
    await delivery.pass()
    await delivery.speed(1440)
    await delivery.pass()
    const ahead = delivery.context.clock.aheadMs()
    expect(ahead).toBe(dayMs - minuteMs)
    await delivery.speed(1)
    await delivery.pass(3)
    expect(delivery.context.clock.aheadMs()).toBe(ahead)
    expect(await rows('select minute, day from delivery_cursors')).toEqual([{ day: '2026-11-22', minute: 12 * 60 + 4 }])
  })

  test('runs other jobs in between, each at its simulated hour', async () => {
    await onlyCampaigns(world.database, 10)
    const by = deliveryBy(world.database)
    await by.speed(1440)
    by.set(new Date(noon.getTime() + 2 * minuteMs))
    const turns: Date[] = []
    const watch = { everyMs: 60 * minuteMs, run: async () => void turns.push(by.context.now()) }
    const jobs = await startJobs(by.context, { delivery: deliveryJob, watch })
    await jobs.tick()
    await jobs.stop()
    // A millisecond of real time is 1.44 seconds of platform time, so the clock is exact only to that.
    expect(Math.abs(by.context.now().getTime() - noon.getTime() - 2 * dayMs)).toBeLessThan(1440)
    expect(turns.length).toBeGreaterThanOrEqual(4)
    const pauses = turns.slice(1).map((turn, index) => turn.getTime() - (turns[index]?.getTime() ?? 0))
    for (const pause of pauses) expect(pause).toBeLessThanOrEqual(dayMs / 2 + 60 * minuteMs)
  })

  test('is advanced by one of two servers, and by none after the speed has changed', async () => {
    const delivery = deliveryBy(world.database)
    await delivery.speed(60)
    const before = await settingsOf(world.database.kysely)
    const after = { aheadMs: 59 * minuteMs, passedAt: new Date(noon.getTime() + minuteMs) }
    const both = [await advanceClock(world.database.kysely, before, after), await advanceClock(world.database.kysely, before, after)]
    expect(both).toEqual([true, false])
    const now = await settingsOf(world.database.kysely)
    await delivery.speed(1)
    expect(await advanceClock(world.database.kysely, now, after)).toBe(false)
  })

  test('delivers at once when a speed is selected, and again when another one is', async () => {
    await onlyCampaigns(world.database, 10)
    await campaign(`pacing = 'ASAP', budget = 900000000`)
    const delivery = deliveryBy(world.database)
    const jobs = await startJobs(delivery.context, { delivery: deliveryJob })
    await jobs.tick()
    expect(await jobs.tick()).toBe(0)
    await delivery.speed(1440)
    expect(await jobs.tick()).toBe(1)
    delivery.set(new Date(noon.getTime() + 5000))
    expect(await jobs.tick()).toBe(0)
    await delivery.speed(1440)
    expect(await jobs.tick()).toBe(1)
    expect(delivery.context.now()).toEqual(new Date(noon.getTime() + 5000 * 1440))
    expect((await books(world.database)).daily).toBeGreaterThan(0n)
    await jobs.stop()
  })
})

describe('simulated moments of the fast clock', () => {
  const since = (speed: 1 | 60 | 1440, minutes: number, zones: readonly string[] = []) =>
    passesDue({ speed, aheadMs: dayMs, passedAt: noon }, new Date(noon.getTime() + minutes * minuteMs), zones)
  const times = (passes: readonly { moment: Date }[]) => passes.map(({ moment }) => moment.toISOString().slice(11, 16))

  test('are the ends of hours in every time zone in use', () => {
    expect(times(since(60, 2))).toEqual(['12:59', '13:59', '14:00'])
    expect(times(since(60, 2, ['Asia/Kolkata', 'Asia/Kathmandu']))).toEqual(['12:14', '12:29', '12:59', '13:14', '13:29', '13:59', '14:00'])
    expect(since(1440, 1)).toHaveLength(25)
    expect(times(since(1, 2))).toEqual(['12:02'])
  })

  test("end at the clock's time and skip the time without a running server", () => {
    const last = since(1440, 1).at(-1)
    expect(last).toEqual({
      moment: new Date(noon.getTime() + 2 * dayMs),
      aheadMs: 2 * dayMs - minuteMs,
      passedAt: new Date(noon.getTime() + minuteMs),
    })
    const away = since(60, 600)
    expect(away[0]?.moment).toEqual(new Date(noon.getTime() + dayMs + 595 * minuteMs + 4 * minuteMs))
    expect(away.at(-1)?.moment).toEqual(new Date(noon.getTime() + dayMs + (595 + 300) * minuteMs))
  })
})

test('a job that advances the clock keeps its lease, and jobs requested meanwhile run', async () => {
  const delivery = deliveryBy(world.database)
  await delivery.speed(1440)
  const done: string[] = []
  let hasBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const moves = {
    everyMs: minuteMs,
    run: async () => {
      done.push('moves')
      await delivery.pass()
      hasBegun()
      await ended
    },
  }
  const one = await startJobs(delivery.context, { moves })
  const other = await startJobs(delivery.context, { moves })
  const first = one.tick()
  await begun
  expect(await other.tick()).toBe(0)
  end()
  await first
  expect(done).toEqual(['moves'])
  await Promise.all([one.stop(), other.stop()])
})
