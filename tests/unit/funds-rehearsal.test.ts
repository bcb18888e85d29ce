import { expect, test } from 'vitest'
import { rehearse } from '../../src/contract/auto-rebills/rehearsal.rules.ts'
import { microsOf as m } from '../../src/contract/money/money.ts'

const fixed = { threshold: m('500'), mode: 'fixed', amount: m('200'), monthMaximum: null } as const
const target = { threshold: m('100'), mode: 'target', amount: m('400'), monthMaximum: null } as const
const start = { available: m('1000'), minimum: m('5'), dayMaximum: m('25000'), digits: 2, isDeclined: false }
const spend = (...days: (readonly [string, string])[]) => days.map(([day, spent]) => ({ day, spent: m(spent) }))
const shown = ({ days }: ReturnType<typeof rehearse>) =>
  days.map(({ charged, available, attempts }) => [charged / m('1'), available / m('1'), attempts])

test('a rehearsed rule charges once for all missing fixed amounts', () => {
  const rehearsed = rehearse(fixed, start, spend(['2026-11-01', '990'], ['2026-11-02', '110'], ['2026-11-03', '1']))
  expect(shown(rehearsed)).toEqual([
    [600n, 610n, 1],
    [0n, 500n, 0],
    [200n, 699n, 1],
  ])
  expect(rehearsed.total).toBe(m('800'))
})

test('a rehearsed rule tops up to its target, within the maximum of each month', () => {
  const capped = { ...target, monthMaximum: m('450') }
  const days = spend(['2026-10-30', '960'], ['2026-10-31', '350'], ['2026-11-01', '20'])
  expect(shown(rehearse(capped, start, days))).toEqual([
    [360n, 400n, 1],
    [90n, 140n, 1],
    [0n, 120n, 0],
  ])
  expect(shown(rehearse(capped, start, [...days, ...spend(['2026-11-02', '30'])])).at(-1)).toEqual([310n, 400n, 1])
})

test('a rehearsed rule charges no more than the maximum of each day', () => {
  const days = spend(['2026-11-01', '990'], ['2026-11-02', '1'], ['2026-11-03', '1'])
  expect(shown(rehearse(fixed, { ...start, dayMaximum: m('400') }, days))).toEqual([
    [400n, 410n, 1],
    [200n, 609n, 1],
    [0n, 608n, 0],
  ])
})

test('a rehearsed decline makes three attempts, switches the rule off, and leaves campaigns without funds', () => {
  const rehearsed = rehearse(
    fixed,
    { ...start, isDeclined: true },
    spend(['2026-11-01', '990'], ['2026-11-02', '110'], ['2026-11-03', '5']),
  )
  expect(shown(rehearsed)).toEqual([
    [0n, 10n, 3],
    [0n, 0n, 0],
    [0n, 0n, 0],
  ])
  expect([rehearsed.isSwitchedOff, rehearsed.total]).toEqual([true, 0n])
})
