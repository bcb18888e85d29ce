import { expect, test } from 'vitest'
import { invoiceStatusRule, storedStatusOf } from '../../src/contract/invoices/invoices.rules.ts'
import { invoiceStatuses } from '../../src/contract/invoices/invoices.ts'

const stored = invoiceStatuses.filter((status) => status !== 'overdue')

test('an invoice gets a status only after those before it', () => {
  const pairs = stored.flatMap((from) => stored.map((to) => [from, to] as const))
  expect(pairs.length).toBe(25)
  expect(pairs.filter(([from, to]) => invoiceStatusRule(from, to) === true)).toEqual([
    ['open', 'paid'],
    ['open', 'partly_paid'],
    ['open', 'void'],
    ['open', 'uncollectible'],
    ['partly_paid', 'paid'],
    ['partly_paid', 'partly_paid'],
    ['partly_paid', 'uncollectible'],
    ['uncollectible', 'paid'],
    ['uncollectible', 'partly_paid'],
  ])
  expect(invoiceStatusRule('paid', 'void')).toEqual({ code: 'invoice_paid' })
})

test('an overdue invoice is open until a part of it is paid', () => {
  expect(storedStatusOf({ status: 'overdue', paid: '0' })).toBe('open')
  expect(storedStatusOf({ status: 'overdue', paid: '0.01' })).toBe('partly_paid')
  expect(storedStatusOf({ status: 'void', paid: '0' })).toBe('void')
})
