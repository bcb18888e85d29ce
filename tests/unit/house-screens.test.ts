import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addresses } from '../../src/contract/addresses.ts'
import { at } from '../../src/contract/addresses.vocabulary.ts'
import { astray, misspelled, routesOf } from '../house/screens.ts'
import { filesUnder, foldersIn, readSource, root } from '../house/source.ts'

const surfaces = foldersIn('src/surfaces')
const exists = (path: string) => existsSync(join(root, path))

describe.each(surfaces)('%s', (surface) => {
  const routes = routesOf(readSource(`src/surfaces/${surface}/routes.ts`))

  test('every screen is the file that its URL spells', () => {
    expect(misspelled(surface, routes, filesUnder(`src/surfaces/${surface}/screens`))).toEqual([])
  })

  test('every address opens a screen, and every screen has an address', () => {
    expect(astray(surface, routes, addresses)).toEqual([])
  })

  test('has its declaration', () => {
    expect(exists(`elements/ad-${surface}.ts`)).toBe(true)
  })

  test.each(['elements', 'journeys'])('has its tests in %s', (kind) => {
    expect(filesUnder(`tests/${kind}`).filter((path) => path.includes(surface))).not.toEqual([])
  })
})

test('addresses that the platform draws by itself have their file', () => {
  expect(addresses.filter(({ tag, file }) => tag === 'page' && !exists(file))).toEqual([])
})

const routes = routesOf({
  path: 'src/surfaces/funds/routes.ts',
  text: `export const routes = { '': () => import('./screens/index.tsx'), ':fundId/entries': () => import('./screens/@fundId.entries.tsx') }`,
})
const files = ['src/surfaces/funds/screens/index.tsx', 'src/surfaces/funds/screens/@fundId.entries.tsx']
const [list = '', entries = ''] = files

describe('each is found when it is injected', () => {
  test('nothing in a surface that is right', () => {
    expect(routes).toEqual({ '': list, ':fundId/entries': entries })
    expect(misspelled('funds', routes, files)).toEqual([])
    expect(astray('funds', routes, [at('/funds', 'ad-funds'), at('/funds/:fundId/entries', 'ad-funds', ':fundId/entries')])).toEqual([])
  })

  test('a screen that no route opens', () => {
    expect(misspelled('funds', { '': list }, files)).toEqual([`no route of funds opens ${entries}`])
  })

  test('a route whose file is missing', () => {
    expect(misspelled('funds', routes, [list])).toEqual([`${entries} does not exist`])
  })

  test('a file that does not spell its URL', () => {
    expect(misspelled('funds', { ...routes, ':fundId/entries': 'src/surfaces/funds/screens/entries.tsx' }, files)).toContain(
      "funds ':fundId/entries' loads src/surfaces/funds/screens/entries.tsx, and its URL spells @fundId.entries.tsx",
    )
  })

  test('an address that opens nothing', () => {
    expect(astray('funds', { '': list }, [at('/funds', 'ad-funds'), at('/funds/new', 'ad-funds', 'new')])).toEqual([
      '/funds/new opens src/surfaces/funds/screens/new.tsx, which no route of funds has',
    ])
  })

  test('a screen that no address opens', () => {
    expect(astray('funds', routes, [at('/funds', 'ad-funds')])).toEqual(["no address opens ':fundId/entries' of funds"])
  })
})
