import { describe, expect, test } from 'vitest'
import { impurities } from '../house/clock.ts'

const inContract = (text: string) => impurities({ path: 'src/contract/a.rules.ts', text })

describe('code that reads the clock, the locale or the surroundings is reported', () => {
  test.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'performance.now()',
    'Math.random()',
    "process.env['TZ']",
    'window.location.href',
    'globalThis.fetch',
    'setTimeout(() => 1, 2)',
    'amount.toLocaleString()',
    'amount.toLocaleString(undefined, {})',
    'a.localeCompare(b)',
    'name?.toLocaleUpperCase()',
    'new Intl.NumberFormat()',
    'new Intl.DateTimeFormat(undefined, {})',
    'Intl.NumberFormat()',
    'day.getMonth()',
    'day.setHours(0)',
    'const when = { at: new Date() }',
    'const zone = (text = navigator.language) => text',
  ])('%s', (text) => {
    expect(inContract(text)).not.toEqual([])
  })
})

describe('code that takes time, zone and locale as arguments passes', () => {
  test.each([
    'new Date(0)',
    'Date.parse(text)',
    'Date.UTC(2026, 0)',
    'day.getUTCMonth()',
    'a.localeCompare(b, locale)',
    'new Intl.NumberFormat(locale)',
    'reply.performance',
    'const row = { window: 7, process: 1 }',
    "const text = 'Date.now()' // new Date() would read the clock",
    'type Clock = { now: typeof Date; window: number }',
  ])('%s', (text) => {
    expect(inContract(text)).toEqual([])
  })
})
