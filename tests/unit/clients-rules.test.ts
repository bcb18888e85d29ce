import { describe, expect, test } from 'vitest'
import { changeClientRule, clientStatusAfter, internalFields, loginKeyOf } from '../../src/contract/clients/clients.rules.ts'

describe('the status of a client after a change', () => {
  test.each([
    ['active', { name: 'New' }, 'pending'],
    ['paused', { name: 'New', status: 'active' }, 'pending'],
    ['active', { status: 'paused' }, 'paused'],
    ['pending', { status: 'active' }, 'active'],
    ['active', { name: undefined }, 'active'],
    ['paused', {}, 'paused'],
    ['active', { host_name: null }, 'pending'],
  ])('%s with %j is %s', (now, wish, after) => {
    expect(clientStatusAfter(now, wish)).toBe(after)
  })
})

describe('permission to change a client', () => {
  test('for the identity provider belongs to internal staff, also for removing it', () => {
    for (const name of internalFields)
      for (const value of ['x', null]) {
        expect(changeClientRule('active', { [name]: value }, false)).toEqual({ code: 'internal_only', field: name })
        expect(changeClientRule('active', { [name]: value }, true)).toBe(true)
      }
  })

  test('lets only internal staff end a review, and all owners change details during one', () => {
    expect(changeClientRule('pending', { status: 'active' }, false)).toEqual({ code: 'under_review' })
    expect(changeClientRule('pending', { status: 'active' }, true)).toBe(true)
    expect(changeClientRule('pending', { name: 'New', status: 'active' }, false)).toBe(true)
  })

  test('allows a client to be active or paused only', () => {
    for (const status of ['active', 'paused']) expect(changeClientRule('active', { status }, false)).toBe(true)
    for (const status of ['pending', 'archived', ''])
      expect(changeClientRule('active', { status }, true)).toEqual({ code: 'no_such_status', status })
  })
})

test.each([
  ['Harborline Stays', 'harborline-stays'],
  ['  Café & Söhne! ', 'cafe-sohne'],
  ['---', ''],
  ['日本', ''],
  ['a'.repeat(80), 'a'.repeat(60)],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the key of %s is %s', (name, key) => {
  expect(loginKeyOf(name)).toBe(key)
})
