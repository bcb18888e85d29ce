import { describe, expect, test } from 'vitest'
import { Problem } from '../../src/kit/problem.ts'
import { type BulkStep, plannedRun } from '../../src/surfaces/campaigns/bulk/run.ts'
import { type BulkResult, changedIn, skippedNamesIn, refusedIn } from '../../src/surfaces/campaigns/bulk/batches.ts'

const rowsOf = (names: readonly string[], isChanged: boolean) =>
  names.map((name) => ({ id: name, name, currency_code: 'USD', fields: isChanged ? [{ field: 'budget' }] : [], problem: null }))
const resultOf = (names: readonly string[], more: Partial<BulkResult> = {}): BulkResult => ({
  of: 'campaigns',
  changed: names.length,
  refused: 0,
  batch: 'batch',
  effects: [],
  rows: rowsOf(names, true),
  ...more,
})
const lost = new Problem({ kind: 'unreachable' })
const refused = new Problem({ kind: 'invalid', status: 422 })

/** A plan of calls that each fail the given number of times. */
function planned(...failures: readonly (readonly Problem[])[]) {
  const [keys, plans]: [string[], unknown[]] = [[], []]
  const run = plannedRun<object>(async (values) => {
    plans.push(values)
    return failures.map((some, at): BulkStep => {
      const left = [...some]
      const apply = async (key: string) => {
        keys.push(`${at} ${key}`)
        const problem = left.shift()
        if (problem) throw problem
        return resultOf([`of ${at}`])
      }
      return { preview: resultOf([`of ${at}`]), apply }
    })
  })
  return { run, keys, plans }
}
const values = { budget: '10' }

describe('a bulk change', () => {
  test('is sent again with the same key after a lost reply, also after another preview', async () => {
    const { run, keys, plans } = planned([lost])
    await run(values, true)
    await expect(run(values, false)).rejects.toBe(lost)
    expect(changedIn(await run(values, true))).toBe(1)
    await run(values, false)
    expect([new Set(keys).size, keys.length, plans.length]).toEqual([1, 2, 1])
  })

  test('that failed half-way sends only the rest, and reports all', async () => {
    const { run, keys } = planned([], [refused])
    await run(values, true)
    await expect(run(values, false)).rejects.toBe(refused)
    const results: BulkResult[] = []
    await run(values, false, (one) => results.push(one))
    expect(keys.map((key) => key.slice(0, 1))).toEqual(['0', '1', '1'])
    expect(keys[1], 'what was refused was not done').not.toBe(keys[2])
    expect(changedIn(results)).toBe(2)
  })

  test('is prepared again for other values, and after it is complete', async () => {
    const { run, keys, plans } = planned([lost])
    await run(values, true)
    await expect(run(values, false)).rejects.toBe(lost)
    await run({ budget: '20' }, true)
    await expect(run({ budget: '20' }, false)).rejects.toBe(lost)
    await run({ budget: '20' }, false)
    await run({ budget: '20' }, true)
    expect([new Set(keys).size, plans.length]).toEqual([2, 3])
  })

  test('reports rows that changed since the preview', async () => {
    const run = plannedRun<object>(async () => [
      {
        preview: resultOf(['One', 'Two', 'Three'], { refused: 4 }),
        apply: async () => resultOf(['One'], { rows: [...rowsOf(['One'], true), ...rowsOf(['Two'], false)] }),
      },
    ])
    await run(values, true)
    const made = await run(values, false)
    expect([skippedNamesIn(made), refusedIn(made)]).toEqual([['Two', 'Three'], 6])
  })

  test('shows all rows together, with totals by currency', async () => {
    const effect = (currency_code: string) => ({ currency_code, daily_before: '1.1', daily_after: '1.21' })
    const run = plannedRun<object>(async () => [
      { preview: resultOf(['A'], { of: 'ad_groups' }), apply: undefined },
      { preview: resultOf(['B'], { effects: [effect('USD')] }), apply: undefined },
      { preview: resultOf(['C', 'D'], { effects: [effect('USD'), effect('EUR')] }), apply: undefined },
    ])
    const [first, second, ...more] = await run(values, true)
    expect(more).toEqual([])
    expect([first?.of, first?.changed, first?.rows.length, second?.of]).toEqual(['campaigns', 3, 3, 'ad_groups'])
    expect(first?.effects).toEqual([{ currency_code: 'USD', daily_before: '2.2', daily_after: '2.42' }, effect('EUR')])
  })
})
