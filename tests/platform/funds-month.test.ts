import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../support/database/fresh-database.ts'
import { commonPostgres } from '../support/database/postgres.ts'
import { type KillPoint, killPointNames } from '../support/money/kill-points.ts'
import { beginMonth, liveMonth } from '../support/money/month.ts'
import { monthBooks } from '../support/money/month-books.ts'
import { isAudit } from '../support/platform/audit.ts'
import { startChild } from '../support/platform/child.ts'
import { small } from '../support/world/small-seed.ts'

let server: Awaited<ReturnType<typeof commonPostgres>>
let undisturbed: Awaited<ReturnType<typeof monthBooks>>
let log: readonly string[]

/** A month that is lived by `live` on a fresh database, with its books. */
async function booksAfter(live: (fresh: FreshDatabase) => Promise<void>) {
  const fresh = await freshDatabase({ server: server.url, filling: small })
  try {
    await beginMonth(fresh.database)
    await live(fresh)
    return await monthBooks(fresh.database)
  } finally {
    await fresh.close()
  }
}

beforeAll(async () => {
  server = await commonPostgres()
  undisturbed = await booksAfter(async ({ database }) => {
    log = await liveMonth(database)
  })
})
afterAll(() => server?.stop())

describe('at the end of a month', () => {
  const all = () => [undisturbed.paid, undisturbed.rebilled, undisturbed.invoiced]

  test('what the provider charged and did not give back is what payments added to the ledger, with taxes', () => {
    for (const books of all()) {
      expect(books.charged).toBe(books.funded + books.tax)
      expect(books.feesOfLedger).toBe(books.fees)
      // Fees and taxes that the provider gave back were never funds.
      const feesGivenBack = books.refunded - books.returned
      expect(books.charged - books.refunded).toBe(books.funded - books.takenBack - books.receivable + books.tax - feesGivenBack)
      expect(books.transferred).toBe(books.received)
    }
    expect(undisturbed.paid).toMatchObject({ added: 590_000_000n, returned: 277_730_000n, transferred: 130_000_000n })
    expect(undisturbed.rebilled.charged % 1_000_000n).toBe(0n)
    expect(undisturbed.details.charges).toEqual([
      { state: 'declined', count: 1 },
      { state: 'succeeded', count: 4 + undisturbed.details.runs.length },
    ])
    expect(undisturbed.details.runs.length).toBeGreaterThan(8)
  })

  test('charges for clicks are the costs of the reports, and of invoices and what is not invoiced yet', () => {
    for (const books of all()) {
      expect(books.clicks).toBeGreaterThan(0n)
      expect([books.facts, books.spent, books.reported]).toEqual([books.clicks, books.clicks, books.clicks])
      expect(books.invoiced + books.clicksSinceInvoice).toBe(books.invoiced === 0n ? books.clicksSinceInvoice : books.clicks)
    }
  })

  test('the correction of a paid invoice leaves exactly the spend after it', () => {
    const { invoiced, paidByInvoice, trueUp, uninvoiced, clicksSinceInvoice } = undisturbed.invoiced
    expect(undisturbed.details.invoices).toEqual([expect.objectContaining({ number: '2026-12-0003', status: 'paid' })])
    expect(trueUp).not.toBe(0n)
    expect(paidByInvoice + trueUp).toBe(invoiced)
    expect(clicksSinceInvoice).toBeGreaterThan(0n)
    expect(uninvoiced).toBe(clicksSinceInvoice)
  })

  test('what is left of all credits is the balance and the sum of the ledger', () => {
    for (const { ledger, balance, lots } of all()) expect([balance, lots]).toEqual([ledger, ledger])
    const { granted, expired } = undisturbed.paid
    expect(granted).toBe(150_000_000n)
    expect(expired).toBeGreaterThan(0n)
    expect(expired).toBeLessThan(granted)
  })

  test('a payment that was taken back after its money was spent is owed, less what the next payment paid', () => {
    const { returned, takenBack, receivable } = undisturbed.paid
    expect(receivable).toBeGreaterThan(0n)
    expect(takenBack + receivable).toBe(returned)
  })

  test('the reconciler has repaired what lost messages left, and nothing failed', () => {
    expect(new Set(log)).toEqual(new Set(['debug delivery', 'warn payments.repaired']))
  })
})

const last = (lines: readonly string[], name: string) => lines.findLast((line) => line.startsWith(`${name} `))?.slice(name.length + 1)

/** Lives a month in processes that are killed at some points; each next one repeats the step of the kill. Returns the points in order. */
async function killedMonth(url: string, points: readonly KillPoint[]): Promise<string[]> {
  const killed: string[] = []
  for (let from = '0'; killed.length <= points.length; ) {
    const child = await startChild('money/killable-month.ts', url, from, ...points.filter((point) => !killed.includes(point)))
    const line = await child.nextLine(/^(killed|ended) /)
    await child.end('SIGKILL')
    if (line.startsWith('ended')) break
    killed.push(line.slice('killed '.length))
    from = last(child.lines, 'step') ?? from
  }
  return killed
}

const months = isAudit ? [...killPointNames.map((point) => [point]), killPointNames] : [killPointNames]
test.each(months.map((points) => [points.join(', '), points] as const))(
  'a month whose process is killed %s ends with the same numbers',
  async (_, points) => {
    let killed: readonly string[] = []
    const books = await booksAfter(async ({ url }) => {
      killed = await killedMonth(url, points)
    })
    expect(killed.toSorted()).toEqual(points.toSorted())
    expect(books).toEqual(undisturbed)
  },
  300_000,
)
