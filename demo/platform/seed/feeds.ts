import type { Kysely } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { refusalCodes } from '../../../src/contract/clients/feeds.ts'
import { SeededRandom } from '../delivery/chance.ts'
import type { Tables } from '../tables/index.ts'
import { insertRows } from './insert.ts'

const days = 60
/** Days before today with many refused rows, and without any run. */
const badDay = 17
const missingDay = 31
const refusedOnBadDay = 300

/** The imports of the last days: one day with many refused rows, and one without an import. */
export async function seedFeeds(kysely: Kysely<Tables>, today: string, now: Date) {
  const catalogs = await kysely
    .selectFrom('catalog_entities')
    .select(({ fn }) => ['member_group_id', fn.countAll<number>().as('size')])
    .where('status', '=', 'active')
    .groupBy('member_group_id')
    .orderBy('member_group_id')
    .execute()
  let feed_run_id = 0
  for (const { member_group_id, size } of catalogs) {
    const chance = new SeededRandom(`feeds ${member_group_id}`)
    const runs = Array.from({ length: days }, (_, index) => days - 1 - index)
      .filter((before) => before !== missingDay)
      .map((before) => {
        const isBad = before === badDay
        const refused = isBad ? refusedOnBadDay : chance.next() < 0.1 ? 1 + Math.floor(chance.next() * 4) : 0
        const minute = String(Math.floor(chance.next() * 60)).padStart(2, '0')
        return {
          member_group_id,
          feed_run_id: ++feed_run_id,
          source: 'Nightly catalog',
          started_at: `${addDays(today, -before)}T02:${minute}:00Z`,
          duration_ms: 800 + Math.floor(chance.next() * 1600),
          rows: size + refused,
          added: Math.floor(chance.next() * 4),
          changed: Math.floor(size * 0.005 * (0.5 + chance.next())),
          removed: Math.floor(chance.next() * 3),
          refused,
          status: refused > 0 ? ('partial' as const) : ('succeeded' as const),
        }
      })
      .filter(({ started_at }) => new Date(started_at) <= now)
    const refusals = runs.flatMap((run) =>
      Array.from({ length: run.refused }, (_, index) => {
        const code = chance.pick(refusalCodes)
        const internal_id = code === 'no_id' ? null : `ROW-${String(index + 1).padStart(4, '0')}`
        return { member_group_id, feed_run_id: run.feed_run_id, row: 7 + index * 2, internal_id, code }
      }),
    )
    await insertRows(kysely, 'feed_runs', runs)
    await insertRows(kysely, 'feed_refusals', refusals)
  }
}
