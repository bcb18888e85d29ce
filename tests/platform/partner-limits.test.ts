import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { get } from '../../src/contract/endpoint.ts'
import type { Context, Identity } from '../../demo/platform/context/context.ts'
import { DownloadSlots } from '../../demo/platform/http/download-slots.ts'
import type { Handlers } from '../../demo/platform/http/implement.ts'
import { type Listening, listen } from '../../demo/platform/http/listen.ts'
import type { Limits } from '../../demo/platform/http/request-state.ts'
import { TokenBuckets } from '../../demo/platform/http/token-buckets.ts'
import { createPlatform } from '../../demo/platform/server.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { partnerIdentity } from '../support/world/people.ts'
import { small } from '../support/world/small-seed.ts'
import { fixedNow } from '../support/world/small-world.ts'

const contract = {
  file: get('v1/slow_file', { may: 'reports.read', file: true }),
  quick: get('v1/quick', { may: 'reports.read' }),
  full: get('v1/full', { may: 'reports.read' }),
}

let fresh: FreshDatabase
let listening: Listening | undefined
const lines: string[] = []
beforeAll(async () => {
  fresh = await freshDatabase({ filling: small })
})
afterEach(async () => {
  await listening?.close(100)
  lines.length = 0
})
afterAll(() => fresh.close())

/** More than a connection buffers, so that the file waits for its reader. */
const piece = new Uint8Array(1_000_000)
async function* pieces() {
  for (let round = 0; round < 50; round++) yield piece
}
const handlers: Handlers<typeof contract> = {
  file: async (_: unknown, { sendFile }: Context) => {
    sendFile({ name: 'slow.csv', contentType: 'text/csv', pieces: pieces(), end: async () => undefined })
    return undefined
  },
  quick: async () => undefined,
  full: async () => {
    throw Object.assign(new pg.DatabaseError('could not extend file: No space left on device', 1, 'error'), { code: '53100' })
  },
}

/** A token is the name of a partner's visitor, or the id of a user. */
const identityOf = (token: string): Identity => {
  if (Number(token) > 0) return { kind: 'person', userId: Number(token) }
  return partnerIdentity.kind === 'partner' ? { ...partnerIdentity, user: token } : partnerIdentity
}
const open = async (limits: Partial<Limits>) => {
  const platform = createPlatform({
    database: fresh.database,
    contract,
    handlers,
    limits,
    now: fixedNow,
    log: (level, event, detail) => lines.push(`${level} ${event} ${JSON.stringify(detail)}`),
    authenticate: async (token) => identityOf(token),
  })
  listening = await listen(platform.listener, 0)
}
const ask = (path: string, token: string, signal: AbortSignal | null = null) =>
  fetch(`http://127.0.0.1:${listening?.port}/v1/${path}`, { headers: { Authorization: `Bearer ${token}` }, signal })
const statusOf = async (path: string, token: string) => (await ask(path, token)).status

describe('a partner', () => {
  test('has two slots for files, however many visitors it names', async () => {
    await open({ files: new DownloadSlots({ all: 3, each: 2 }) })
    const statuses = []
    for (const visitor of ['one', 'two', 'three']) statuses.push(await statusOf('slow_file', visitor))
    expect([...statuses, await statusOf('slow_file', '1')]).toEqual([200, 200, 429, 200])
  })

  test('has a limit of calls above those of its visitors', async () => {
    const bucket = (burst: number) => new TokenBuckets(burst, 0.001)
    await open({ perPartner: bucket(2), partnerReserve: bucket(0), perCaller: bucket(1) })
    const statuses = []
    for (const visitor of ['one', 'one', 'two', 'three']) statuses.push(await statusOf('quick', visitor))
    expect([...statuses, await statusOf('quick', '1')]).toEqual([200, 429, 200, 429, 200])
  })

  test('still serves other visitors when one has used up the limit of all', async () => {
    const bucket = (burst: number) => new TokenBuckets(burst, 0.001)
    await open({ perPartner: bucket(3), partnerReserve: bucket(3), visitorShare: bucket(1) })
    const statuses = []
    for (const visitor of ['busy', 'busy', 'busy', 'busy', 'busy', 'two', 'two', 'three', 'four'])
      statuses.push(await statusOf('quick', visitor))
    expect(statuses).toEqual([200, 200, 200, 200, 429, 200, 429, 200, 429])
  })
})

test('a file that is not read is closed, which the log alone says', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const also = vi.spyOn(console, 'info').mockReturnValue()
  await open({ fileStallMs: 200 })
  const response = await ask('slow_file', '1')
  await expect.poll(() => lines.filter((line) => line.startsWith('info file')).length).toBe(1)
  await expect(response.arrayBuffer()).rejects.toThrow()
  expect([printed.mock.calls, also.mock.calls]).toEqual([[], []])
  vi.restoreAllMocks()
  expect(await statusOf('slow_file', '1')).toBe(200)
})

test('a disk that is full is no fault of the request: it may be repeated later', async () => {
  await open({})
  const response = await ask('full', '1')
  expect([response.status, (await response.json()).code, response.headers.get('retry-after')]).toEqual([503, 'unavailable', '30'])
  expect(lines.filter((line) => line.startsWith('error resources'))).toHaveLength(1)
})
