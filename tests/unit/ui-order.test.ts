import { describe, expect, test } from 'vitest'
import { withMovedItem, nearestIndex, movableRange, withoutItem } from '../../src/ui/sortable/moves.ts'

const listOf = (text: string) => [...text].map((id) => ({ id, isPermanent: id === id.toUpperCase() }))
const textOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).join('')
/** Capital letters are permanent items. */
const result = (text: string, from: number, to: number) => textOf(withMovedItem(listOf(text), from, to))

describe('moving an item', () => {
  test.each([
    ['abcd', 0, 2, 'bcad'],
    ['abcd', 3, 0, 'dabc'],
    ['abcd', 1, 1, 'abcd'],
    ['abcd', 1, 99, 'acdb'],
    ['abcd', 1, -5, 'bacd'],
  ])('by %s from %i to %i gives %s', (text, from, to, wanted) => {
    expect(result(text, from, to)).toBe(wanted)
  })
})

describe('a permanent item', () => {
  test.each([
    ['Abc', 0, 2],
    ['abC', 2, 0],
  ])('does not move: %s, %i to %i', (text, from, to) => {
    expect(result(text, from, to)).toBe(text)
  })

  test.each([
    ['Abcd', 2, 0, 'Acbd'],
    ['abcD', 0, 3, 'bcaD'],
    ['abCde', 0, 4, 'baCde'],
    ['abCde', 4, 0, 'abCed'],
    ['aBc', 0, 2, 'aBc'],
  ])('is not displaced: %s, %i to %i gives %s', (text, from, to, wanted) => {
    expect(result(text, from, to)).toBe(wanted)
  })

  test('is never removed, and others are', () => {
    expect(textOf(withoutItem(listOf('aBc'), 1))).toBe('aBc')
    expect(textOf(withoutItem(listOf('aBc'), 0))).toBe('Bc')
  })
})

test('no move in any list displaces or loses a permanent item', () => {
  for (const text of ['aBcDe', 'ABCD', 'abcd', 'AbcdE', 'abCdefG'])
    for (let from = -1; from <= text.length; from += 1)
      for (let to = -1; to <= text.length; to += 1) {
        const order = result(text, from, to)
        for (const [index, id] of [...text].entries()) if (id === id.toUpperCase()) expect(order[index]).toBe(id)
        expect([...order].sort()).toEqual([...text].sort())
      }
})

test('an invalid position changes nothing', () => {
  expect(movableRange(listOf('ab'), 5)).toBeUndefined()
  expect(nearestIndex(listOf('ab'), 5, 0)).toBe(5)
})
