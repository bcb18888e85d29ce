import { describe, expect, test } from 'vitest'
import { mayChangeClient, clientStatusAfter, internalFields, loginKeyOf } from '../../demo/platform/clients/clients.rules.ts'

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

describe('who changes what of a client', () => {
  test('doors are internal staff’s, one by one, even when they are taken away', () => {
    for (const name of internalFields)
      for (const value of ['x', null]) {
        expect(mayChangeClient('active', { [name]: value }, false)).toEqual({ code: 'internal_only', field: name })
        expect(mayChangeClient('active', { [name]: value }, true)).toBe(true)
      }
  })

  test('a review is ended by internal staff alone, and new details may be given during one', () => {
    expect(mayChangeClient('pending', { status: 'active' }, false)).toEqual({ code: 'under_review' })
    expect(mayChangeClient('pending', { status: 'active' }, true)).toBe(true)
    expect(mayChangeClient('pending', { name: 'New', status: 'active' }, false)).toBe(true)
  })

  test('a client is active or paused; nobody makes it anything else', () => {
    for (const status of ['active', 'paused']) expect(mayChangeClient('active', { status }, false)).toBe(true)
    for (const status of ['pending', 'archived', ''])
      expect(mayChangeClient('active', { status }, true)).toEqual({ code: 'no_such_status', status })
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
