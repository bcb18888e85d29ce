import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addresses } from '../../src/contract/addresses/addresses.ts'
import { addressRow } from '../../src/contract/addresses/vocabulary.ts'
import { astray, routesOf, unopened } from '../house/screens.ts'
import { filesUnder, foldersIn, readSource, root } from '../house/source.ts'

const surfaces = foldersIn('src/surfaces')
const exists = (path: string) => existsSync(join(root, path))

describe.each(surfaces)('%s', (surface) => {
  const routes = routesOf(readSource(`src/surfaces/${surface}/routes.ts`))

  test('every route opens a file of the surface', () => {
    expect(unopened(surface, routes, filesUnder(`src/surfaces/${surface}`))).toEqual([])
  })

  test('every address opens a screen, and every screen has an address', () => {
    expect(astray(surface, routes, addresses)).toEqual([])
  })

  test('the element is declared', () => {
    expect(exists(`elements/ad-${surface}.ts`)).toBe(true)
  })

  test.each(['elements', 'journeys'])('there are tests in %s', (kind) => {
    expect(filesUnder(`tests/${kind}`).filter((path) => path.includes(surface))).not.toEqual([])
  })
})

test('addresses that the platform serves itself have a file', () => {
  expect(addresses.filter(({ tag, file }) => tag === 'page' && !(file && exists(file)))).toEqual([])
})

const routes = routesOf({
  path: 'src/surfaces/funds/routes.ts',
  text: `export const routes = { '': () => import('./list/list.tsx'), ':fundId/entries': () => import('./entries/entries.tsx') }`,
})
const files = ['src/surfaces/funds/list/list.tsx', 'src/surfaces/funds/entries/entries.tsx']
const [list = '', entries = ''] = files

describe('each screen error is reported', () => {
  test('none in a correct surface', () => {
    expect(routes).toEqual({ '': list, ':fundId/entries': entries })
    expect(unopened('funds', routes, files)).toEqual([])
    expect(
      astray('funds', routes, [addressRow('/funds', 'ad-funds'), addressRow('/funds/:fundId/entries', 'ad-funds', ':fundId/entries')]),
    ).toEqual([])
  })

  test('a route with a missing file', () => {
    expect(unopened('funds', routes, [list])).toEqual([`${entries} does not exist`])
  })

  test('a route that loads nothing', () => {
    expect(unopened('funds', { ...routes, ':fundId/entries': '' }, files)).toEqual(["funds ':fundId/entries' loads nothing"])
  })

  test('a file of another surface', () => {
    expect(unopened('orders', { '': list }, files)).toEqual([`orders '' loads ${list} of another folder`])
  })

  test('an address without a screen', () => {
    expect(astray('funds', { '': list }, [addressRow('/funds', 'ad-funds'), addressRow('/funds/new', 'ad-funds', 'new')])).toEqual([
      "/funds/new opens 'new', which no route of funds has",
    ])
  })

  test('an address whose screen is planned, and built', () => {
    const planned = addressRow('/funds', 'ad-funds', '', { isPlanned: true })
    expect(astray('funds', {}, [planned])).toEqual([])
    expect(astray('funds', { '': list }, [planned])).toEqual(['/funds has a screen, so it is not planned any more'])
  })

  test('a screen without an address', () => {
    expect(astray('funds', routes, [addressRow('/funds', 'ad-funds')])).toEqual(["no address opens ':fundId/entries' of funds"])
  })
})
