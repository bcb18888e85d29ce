import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StatementTooLong, StatementCanceled } from '../../demo/platform/database/problems.ts'
import { DownloadSlots } from '../../demo/platform/http/download-slots.ts'
import { contract } from '../../src/contract/index.ts'
import { amount, isAudit } from '../support/platform/audit.ts'
import { freshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { type SmallWorld, startSmallWorld } from '../support/world/small-world.ts'

const rowsMany = amount(200_000, 50_000)
const megabyte = 1_000_000
/** Lines above the rows, including the empty line, the column names and the total. */
const headLines = 1

let server: Pick<PostgresServer, 'url' | 'stop'>
let world: SmallWorld
beforeAll(async () => {
  server = await commonPostgres()
  world = await startSmallWorld({ server: server.url })
  await sql`insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, entity_id, impressions)
    select 1, 1, 10, 100, 'onsite', 'desktop', 'USD', date '2026-11-01' + n % 10, 5000 + n / 10, n from generate_series(0, ${rowsMany - 1}::int) n`.execute(
    world.database.kysely,
  )
}, 120_000)
afterAll(async () => {
  await world.close()
  await server.stop()
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const heap = () => {
  collect()
  return process.memoryUsage().heapUsed / megabyte
}

/** Repeated columns make a file of few rows larger than the buffers of its connection. */
const columnIds = Array.from({ length: 5 }, () => ['day', 'entity_id', 'impressions']).flat()
const columns = columnIds.map((id) => ({ id, label: id }))
const request = { member_group_id: 1, advertiser_ids: [1], start_date: '2026-11-01', end_date: '2026-11-10' }
/** Dates of further files that are read to the end: all ten days in the audit, otherwise one. */
const readDays = isAudit ? {} : { start_date: '2026-11-01', end_date: '2026-11-01' }
const shareOf = (rows: number) => (isAudit ? rows + 1 : rows / 10)
const exportRequest = { ...request, title: 'Large', dimensions: ['day', 'entity_id'], metrics: ['impressions'], columns }
const send = (path: string, body: object, signal?: AbortSignal) =>
  fetch(`${world.origin}/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer token-of-superUser', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
const ask = (format: string, signal?: AbortSignal, days = {}) => send('v2/report/export', { ...exportRequest, ...days, format }, signal)
const readerOf = (response: Response) => {
  if (!response.body) throw new Error('The response has no body')
  return response.body.getReader()
}

/** Less than the rows of a file take, in megabytes. */
const maxHeap = amount(20, 15)
/** The heap is measured after so many bytes: a collection takes longer than writing them. */
const measuredBytes = { csv: megabyte / 2, xlsx: megabyte / 10 }

test.each(['csv', 'xlsx'] as const)(
  'as %s, all rows arrive and only a part of them is in memory at once',
  async (format) => {
    const response = await ask(format)
    // The small platform's only fact is a row of the last day.
    expect(response.headers.get('x-total-rows')).toBe(String(rowsMany + 1))
    const reader = readerOf(response)
    const before = heap()
    let bytes = 0
    let measuredAt = 0
    let most = 0
    let lines = 0
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      for (const byte of step.value) if (byte === 10) lines++
      bytes += step.value.length
      if (bytes - measuredAt < measuredBytes[format]) continue
      measuredAt = bytes
      most = Math.max(most, heap() - before)
    }
    expect(measuredAt).toBeGreaterThan(0)
    expect(most).toBeLessThan(maxHeap)
    if (format === 'csv') expect(lines).toBe(headLines + rowsMany + 1)
    console.log(`${format}: at most ${most.toFixed(1)} MB of ${bytes} bytes`)
  },
  120_000,
)

/** Number of connections with an open transaction, without the server's own workers (autovacuum, parallel scans). */
const holding = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and state <> 'idle' and xact_start is not null`.execute(world.database.kysely)
  return rows[0]?.count
}

test.each(['csv', 'xlsx'])('leaving %s closes its cursor', async (format) => {
  const leaving = new AbortController()
  const reader = readerOf(await ask(format, leaving.signal))
  await reader.read()
  expect(await holding()).toBe(1)
  leaving.abort()
  await expect.poll(holding).toBe(0)
})

/** Number of running report statements. */
const underWay = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%grouped%' and pid <> pg_backend_pid()`.execute(
    world.database.kysely,
  )
  return rows[0]?.count
}
const rowsAsked = { ...request, dimensions: ['day'], metrics: ['impressions'] }

test.each([
  ['a file', 'v2/report/export', { ...exportRequest, format: 'csv' }],
  ['a report', 'v2/report', rowsAsked],
])('leaving before %s has begun cancels its statement, and the connection can be reused', async (_, path, body) => {
  // The exclusive lock blocks all reads of facts, so no response can begin.
  const holder = await world.database.kysely.startTransaction().execute()
  await sql`lock table facts_daily in access exclusive mode`.execute(holder)
  for (let round = 0; round < amount(6, 2); round++) {
    const leaving = new AbortController()
    const response = send(path, body, leaving.signal).catch(() => 'left')
    await expect.poll(underWay).toBe(1)
    leaving.abort()
    await expect.poll(underWay).toBe(0)
    expect(await response).toBe('left')
  }
  await holder.rollback().execute()
  const after = await send(path, body)
  expect(after.status).toBe(200)
  await after.text()
  await expect.poll(holding).toBe(0)
  expect(world.lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

test('a file may take longer to start than a report', async () => {
  const hasty = await world.startSecondPlatform({ limits: { requestMs: 300, fileMs: 60_000 } })
  const holder = await world.database.kysely.startTransaction().execute()
  await sql`lock table facts_daily in access exclusive mode`.execute(holder)
  const asking = { method: 'POST', headers: { Authorization: 'Bearer token-of-superUser', 'Content-Type': 'application/json' } }
  const file = fetch(`${hasty.origin}/v2/report/export`, {
    ...asking,
    body: JSON.stringify({ ...exportRequest, ...readDays, format: 'csv' }),
  })
  const report = await fetch(`${hasty.origin}/v2/report`, { ...asking, body: JSON.stringify(rowsAsked) })
  expect(report.status).toBe(503)
  await holder.rollback().execute()
  expect((await (await file).text()).split('\r\n')).toHaveLength(headLines + shareOf(rowsMany) + 1)
  await hasty.close()
})

test('a complete file returns its connection, so there can be more files than connections', async () => {
  // Six connections: the file below is the seventh.
  for (let round = 0; round < amount(8, 6); round++) {
    const leaving = new AbortController()
    await readerOf(await ask('csv', leaving.signal)).read()
    leaving.abort()
  }
  const text = await (await ask('csv', undefined, readDays)).text()
  expect(text.split('\r\n')).toHaveLength(headLines + shareOf(rowsMany) + 1)
  await expect.poll(holding).toBe(0)
}, 60_000)

const limitsOf = (more: object) => ({ files: new DownloadSlots({ all: 3, each: 2 }), ...more })
const fileOf = (origin: string, token: string, signal?: AbortSignal) =>
  fetch(`${origin}/v2/report/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer token-of-${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...exportRequest, format: 'csv' }),
    ...(signal && { signal }),
  })

test.each([
  ['nobody takes the next piece', { fileStallMs: 1_500 }],
  ['it is not taken in time', { fileWholeMs: 1_500 }],
])('%s ends the file: its connection is free, and the reader sees that it is incomplete', async (_, limits) => {
  const hasty = await world.startSecondPlatform({ limits: limitsOf(limits) })
  const reader = readerOf(await fileOf(hasty.origin, 'superUser'))
  await reader.read()
  expect(await holding()).toBe(1)
  await expect.poll(holding).toBe(0)
  const rest = async () => {
    while (!(await reader.read()).done);
  }
  await expect(rest()).rejects.toThrow()
  await hasty.close()
})

test('a user can take two files at once, all users together a limited number, and a finished one makes room', async () => {
  const narrow = await world.startSecondPlatform({ limits: limitsOf({}) })
  const leaving = [1, 2, 3].map(() => new AbortController())
  const [first, second, third] = leaving.map(({ signal }) => signal)
  // Fetch cancels a response that is garbage collected, so the responses stay referenced.
  const kept = [await fileOf(narrow.origin, 'superUser', first), await fileOf(narrow.origin, 'superUser', second)]
  const more = await fileOf(narrow.origin, 'superUser')
  expect([more.status, Number(more.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await more.json()).error).toContain('wait for one to finish')
  kept.push(await fileOf(narrow.origin, 'clientAdmin', third))
  expect(kept.map(({ status }) => status)).toEqual([200, 200, 200])
  const other = await fileOf(narrow.origin, 'advertiserAdmin')
  expect([other.status, (await other.json()).error]).toEqual([429, expect.stringContaining('Too many downloads')])
  leaving[0]?.abort()
  const again = new AbortController()
  await expect
    .poll(async () => {
      kept.push(await fileOf(narrow.origin, 'superUser', again.signal))
      return kept.at(-1)?.status
    })
    .toBe(200)
  for (const one of [...leaving, again]) one.abort()
  await expect.poll(holding).toBe(0)
  await narrow.close()
})

describe('on the embedded database', () => {
  const many = amount(100_000, 50_000)
  let small: SmallWorld
  beforeAll(async () => {
    small = await startSmallWorld({ server: '' })
    await sql`insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, entity_id, impressions)
      select 1, 1, 10, 100, 'onsite', 'desktop', 'USD', date '2026-11-01' + n % 10, 5000 + n / 10, n from generate_series(0, ${many - 1}::int) n`.execute(
      small.database.kysely,
    )
  }, 120_000)
  afterAll(() => small.close())

  const file = (signal?: AbortSignal, days = {}) =>
    fetch(`${small.origin}/v2/report/export`, {
      method: 'POST',
      headers: { Authorization: 'Bearer token-of-superUser', 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...exportRequest, ...days, format: 'csv' }),
      ...(signal && { signal }),
    })
  const held = async () =>
    (await sql<{ name: string }>`select name from pg_cursors where name like 'report_rows%'`.execute(small.database.kysely)).rows.length

  test('the query runs once, other files and users take turns, and nothing is left over', async () => {
    const slow = readerOf(await file())
    await slow.read()
    expect(await held()).toBe(1)
    const [other, people] = await Promise.all([
      file(undefined, readDays).then((response) => response.text()),
      small.as('superUser').send(contract.reports.total, { body: { ...request, metrics: ['impressions'] } }),
    ])
    expect(other.split('\r\n')).toHaveLength(headLines + shareOf(many) + 1)
    expect(people.reply.result.kpis[0].total).toBe((many * (many - 1)) / 2 + 2)
    let rest = ''
    for (let step = await slow.read(); !step.done; step = await slow.read()) rest += Buffer.from(step.value).toString('utf8')
    expect(rest.endsWith('\r\n')).toBe(true)
    await expect.poll(held).toBe(0)
  })

  if (isAudit)
    test('a reader that stops reading releases the rows after a while', async () => {
      const hasty = await small.startSecondPlatform({ limits: limitsOf({ fileStallMs: 1_500 }) })
      const response = await fileOf(hasty.origin, 'superUser')
      await readerOf(response).read()
      expect(await held()).toBe(1)
      // The operating system's socket buffers fill up first.
      await expect.poll(held, { timeout: 20_000 }).toBe(0)
      await hasty.close()
    })

  test('a reader that leaves releases the rows', async () => {
    const leaving = new AbortController()
    await readerOf(await file(leaving.signal)).read()
    expect(await held()).toBe(1)
    leaving.abort()
    await expect.poll(held).toBe(0)
  })

  if (isAudit)
    test('a statement without a waiting caller is cancelled, and the next one is answered', async () => {
      const leaving = new AbortController()
      const asking = sql`select count(*) from generate_series(1, 2000000000)`.execute(small.database.reportsUntil(leaving.signal).reports)
      setTimeout(() => leaving.abort(), 200)
      await expect(asking).rejects.toBeInstanceOf(StatementCanceled)
      expect((await small.as('superUser').send(contract.reports.rows, { body: rowsAsked })).status).toBe(200)
      await expect(sql`select 1`.execute(small.database.reportsUntil(leaving.signal).reports)).rejects.toBeInstanceOf(StatementCanceled)
    })
})

if (isAudit)
  test('the statements of a file may run for longer than those of a report, on the embedded database too', async () => {
    const fresh = await freshDatabase({ server: '', limits: { reportMs: 150 } })
    const many = sql`select count(*) from generate_series(1, 4000000)`
    await sql`declare slow no scroll cursor with hold for ${many}`.execute(fresh.database.files)
    expect((await sql`fetch 1 from slow`.execute(fresh.database.files)).rows).toHaveLength(1)
    expect((await many.execute(fresh.database.files)).rows).toHaveLength(1)
    await expect(many.execute(fresh.database.reports)).rejects.toBeInstanceOf(StatementTooLong)
    await fresh.close()
  })
