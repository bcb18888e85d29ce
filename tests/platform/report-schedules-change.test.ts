import { describe, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { setUpSmallWorld } from '../support/world/set-up-small-world.ts'
import { eight, scheduleActions } from '../support/reports/schedules.ts'
import { dailySchedule } from '../support/world/small-seed.ts'
import type { SmallWorld } from '../support/world/small-world.ts'

let world: SmallWorld
setUpSmallWorld((made) => {
  world = made
})

const { reportSchedules } = contract
const { at, run, put, state } = scheduleActions(() => world)

describe('a schedule', () => {
  test('is set by users who may change the report, and lists its next three runs', async () => {
    await run('delete from report_schedules where saved_report_id = 1')
    expect(await state(1)).toBeNull()
    expect([(await put('advertiserAdmin', 1, {}, 0)).status, (await put('clientViewer', 1, {}, 0)).status]).toEqual([403, 403])
    expect((await put('clientAdmin', 1, {}, 0)).reply.result).toEqual({
      schedule: dailySchedule,
      recipients: dailySchedule.recipients.length,
      stopped: null,
      last_run: null,
      version: 1,
      next_runs: [eight, '2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z'],
    })
    expect((await put('clientAdmin', 1, {}, 0)).status).toBe(412)
    expect((await put('clientAdmin', 1, { is_paused: true })).reply.result).toMatchObject({ next_runs: [], version: 2 })
    const remove = (version: number) => world.as('clientAdmin').send(reportSchedules.remove, at(1), { 'If-Match': `"${version}"` })
    expect([(await remove(1)).status, (await state(1)).version]).toEqual([412, 2])
    expect([(await remove(2)).status, await state(1), (await remove(2)).status]).toEqual([200, null, 412])
    // A version of the removed schedule does not match the next schedule.
    expect((await put('clientAdmin', 1, {}, 0)).reply.result.version).toBe(3)
    expect((await put('clientAdmin', 1, { is_paused: true }, 2)).status).toBe(412)
  })

  test.each([
    ['a zone that is none', { time_zone: '+02:00' }, 'time_zone'],
    ['a time that is none', { time: '24:00' }, 'time'],
    ['nobody to get it', { recipients: [] }, 'recipients'],
    ['too many to get it', { recipients: Array.from({ length: 21 }, (_, index) => `a${index}@shop.example`) }, 'recipients'],
    ['an address that is none', { recipients: ['reader'] }, 'recipients.0'],
    ['an address that would add a header', { recipients: ['a@shop.example\r\nBcc: b@shop.example'] }, 'recipients.0'],
    ['one address twice', { recipients: ['a@shop.example', 'A@shop.example'] }, 'recipients.1'],
    ['no day of the week', { frequency: 'weekly' }, 'weekday'],
    ['no day of the month', { frequency: 'monthly' }, 'month_day'],
  ])('with %s is refused', async (_, said, path) => {
    const { status, reply } = await put('clientAdmin', 1, said)
    expect([status, reply.fields?.[0].path]).toEqual([422, path])
  })
})
