import { expect, test } from 'vitest'
import { createTypeAhead } from '../../src/ui/dialog/menu-panel.tsx'

const labels = ['Open', 'Copy', 'Close today', 'Delete', 'Élan']
const modifiers = { ctrlKey: false, metaKey: false, altKey: false }
/** Type-ahead results for keys pressed at the given moments. */
function walk(keys: readonly (readonly [key: string, timeStamp: number])[]) {
  const find = createTypeAhead()
  let at = 0
  return keys.map(([key, timeStamp]) => {
    const found = find({ key, timeStamp, ...modifiers }, labels, at)
    at = found ?? at
    return found
  })
}

test('a typed letter moves to the next item that starts with it, cyclically', () => {
  expect(walk([['d', 0]])).toEqual([3])
  expect(
    walk([
      ['c', 0],
      ['c', 900],
      ['c', 1800],
    ]),
  ).toEqual([1, 2, 1])
  expect(
    walk([
      ['c', 0],
      ['c', 100],
    ]),
  ).toEqual([1, 2])
  expect(walk([['é', 0]])).toEqual([4])
})

test('letters typed in a row form one search text', () => {
  expect(
    walk([
      ['c', 0],
      ['l', 200],
      ['o', 400],
    ]),
  ).toEqual([1, 2, 2])
  expect(
    walk([
      ['c', 0],
      ['l', 501],
    ]),
  ).toEqual([1, undefined])
})

test('other keys and shortcuts are ignored', () => {
  const find = createTypeAhead()
  expect(find({ key: 'Enter', timeStamp: 0, ...modifiers }, labels, 0)).toBeUndefined()
  expect(find({ key: 'd', timeStamp: 0, ...modifiers, ctrlKey: true }, labels, 0)).toBeUndefined()
  expect(find({ key: 'x', timeStamp: 0, ...modifiers }, labels, 0)).toBeUndefined()
})
