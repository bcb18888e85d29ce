import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAccountMails } from '../../demo/platform/users/accounts.ts'
import { enqueue } from '../../demo/platform/sql/queue.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { fixedNow } from '../support/world/small-world.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.close())

const kysely = () => fresh.database.kysely

test('the number of mails that a user requested is counted by an index, from their rows only', async () => {
  const whom = { email: 'counted@hotel.example' }
  const runAt = fixedNow()
  for (const payload of [whom, whom, { email: 'other@hotel.example' }, { user_id: 77 }])
    await enqueue(kysely(), { kind: 'sign-up', payload, runAt })
  await enqueue(kysely(), { kind: 'note', payload: whom, runAt })
  const since = new Date(runAt.getTime() - 3_600_000)
  const count = async (who: { email: string } | { user_id: number }, from = since) =>
    Number((await countAccountMails(kysely(), who, from).executeTakeFirstOrThrow()).count)
  expect([await count(whom), await count({ user_id: 77 }), await count({ user_id: 7 }), await count(whom, runAt)]).toEqual([2, 1, 0, 0])
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction)
      // A generic plan, as for frequent statements: the index condition must be part of the SQL text, not a parameter.
      await sql`set local plan_cache_mode = force_generic_plan`.execute(transaction)
      const { sql: text, parameters } = countAccountMails(transaction, whom, since).compile()
      await sql.raw(`prepare counted as ${text}`).execute(transaction)
      const values = parameters.map((value) => `'${value instanceof Date ? value.toISOString() : value}'`)
      const plan = (await sql.raw(`explain execute counted(${values.join(', ')})`).execute(transaction)).rows
      await sql`deallocate counted`.execute(transaction)
      expect(JSON.stringify(plan)).toMatch(/Index Cond[^"]*coalesce[^"]*run_at/i)
      expect(JSON.stringify(plan)).toContain('jobs_by_recipient')
    })
})
