import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { people } from '../../demo/platform/seed/people.ts'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { permissions, rolePermissions, roles } from '../../src/contract/access/permissions.ts'
import { circlesIn, linksIn } from '../house/circles.ts'
import { impurities } from '../house/clock.ts'
import { rawColours } from '../house/colours.ts'
import { badComments, registryHosts, silencedTests, machinePaths } from '../house/comments.ts'
import { absoluteDays } from '../house/days.ts'
import { type Brought, importedIn, type Manifest, mentionedIn, undeclared, unused } from '../house/dependencies.ts'
import { errorStops } from '../house/error-stops.ts'
import { forbiddenImports } from '../house/layers.ts'
import { barrels, exportsIn, extensionless, misnamed, needlessDefaults, strayAtTop, vagueFolders } from '../house/layout.ts'
import {
  permissionChecksIn,
  unheldPermissions,
  unknownGrants,
  unknownPermissions,
  unusedPermissions,
  unusedRoles,
} from '../house/permissions.ts'
import { nativeTitles } from '../house/native-titles.ts'
import { misplacedInPlatform } from '../house/platform-layers.ts'
import { rawWords } from '../house/raw-words.ts'
import { escapesWithoutReason } from '../house/reasons.ts'
import { sharedClasses } from '../house/sheets.ts'
import { oversized } from '../house/sizes.ts'
import { maxTestOnly, exportsAndImportsOf, testOnlyExports } from '../house/test-only-exports.ts'
import { filesUnder, houseFolders, isCode, readSource, root, type Source } from '../house/source.ts'
import { clientIdsDefaultingToZero } from '../house/tenants.ts'

const paths = filesUnder(...houseFolders)
const files = paths.filter((path) => /\.(ts|tsx|mjs|js|css|html|md|json|po)$/.test(path)).map(readSource)
const sources = files.filter(({ path }) => isCode(path))
const isUnder =
  (...folders: string[]) =>
  ({ path }: { readonly path: string }) =>
    folders.some((folder) => path.startsWith(`${folder}/`))
const inCode = isUnder('src', 'elements')
/** Platform and unit tests have a fixed clock. */
const isOnMachineClock = isUnder(
  ...['journeys', 'elements', 'engines'].flatMap((tier) => [`tests/${tier}`, `tests/audit/${tier}`]),
  'tests/support/engines',
)
const inBuild = ({ path }: Source) => path.includes('/build/')

/** Checks of single sources, and the sources that each checks. */
const checks: Readonly<Record<string, { check: (source: Source) => string[]; covers: (source: Source) => boolean }>> = {
  impurities: { check: impurities, covers: (source: Source) => isUnder('src/contract')(source) || source.path.endsWith('.rules.ts') },
  unreasoned: { check: escapesWithoutReason, covers: () => true },
  badComments: { check: badComments, covers: () => true },
  absoluteDays: { check: absoluteDays, covers: isOnMachineClock },
  silenced: { check: silencedTests, covers: isUnder('tests') },
  forbiddenImports: { check: forbiddenImports, covers: () => true },
  misplacedInPlatform: { check: misplacedInPlatform, covers: isUnder('demo') },
  clientIdsDefaultingToZero: { check: clientIdsDefaultingToZero, covers: isUnder('demo/platform') },
  barrels: { check: barrels, covers: () => true },
  extensionless: { check: extensionless, covers: () => true },
  rawColours: { check: rawColours, covers: (source: Source) => inCode(source) && /\.tsx?$/.test(source.path) && !inBuild(source) },
  errorStops: { check: errorStops, covers: inCode },
  nativeTitles: { check: nativeTitles, covers: inCode },
  rawWords: {
    check: rawWords,
    covers: (source: Source) => inCode(source) && !source.path.includes('/gallery/') && !isUnder('src/contract')(source),
  },
}

/** Each source is parsed only once: all checks run on it before the next one is read. */
const found = new Map<string, string[]>()
const facts = sources.map((source) => {
  for (const [name, { check, covers }] of Object.entries(checks))
    if (covers(source)) found.set(name, [...(found.get(name) ?? []), ...check(source)])
  return {
    imports: importedIn(source),
    mentions: mentionedIn(source),
    exports: exportsIn(source),
    shared: exportsAndImportsOf(source),
    links: isUnder('src', 'elements', 'demo')(source) ? [linksIn(source)] : [],
    permissionChecks: isUnder('src', 'elements', 'demo')(source) ? permissionChecksIn(source) : [],
  }
})
const findings = (name: string) => found.get(name) ?? []

test.each([
  ['impurities', 'the contract and rules read no clock, no default locale and nothing around them'],
  ['unreasoned', 'every escape from the types gives its reason'],
  ['badComments', 'comments say why'],
  ['absoluteDays', 'no test on the clock of the machine writes a day of now'],
  ['silenced', 'every test runs'],
  ['forbiddenImports', 'every import is allowed by the table of layers'],
  ['misplacedInPlatform', 'no import of the platform climbs a layer, reaches handlers or the seed'],
  ['clientIdsDefaultingToZero', 'a missing client of the request is a fault, never client 0'],
  ['barrels', 'no file only forwards'],
  ['extensionless', 'imports carry the extension'],
  ['rawColours', 'every colour in code is a token'],
  ['errorStops', 'an error of a field is a sentence without a full stop, unless it has two'],
  ['nativeTitles', 'every tooltip is the one of the design system'],
  ['rawWords', 'every word passes a macro, except in the gallery, which addresses developers'],
])('source check %s: %s', (name) => {
  expect(findings(name)).toEqual([])
})

test('default exports are used for lazy or listed files only', () => {
  expect(needlessDefaults(facts.map((one) => one.exports))).toEqual([])
})

test('no files import each other', () => {
  expect(circlesIn(facts.flatMap((one) => one.links))).toEqual([])
})

test('nothing is exported for tests only', () => {
  const all = [...facts.map((one) => one.shared), exportsAndImportsOf(readSource('rollup.config.mjs'))]
  const found = testOnlyExports(all)
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(maxTestOnly)
})

test('every source check has read some files', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  for (const [name, { covers }] of Object.entries(checks)) expect(sources.some(covers), name).toBe(true)
})

test('journeys wait for a platform response in one way, which does not fail when the page closes', () => {
  const asking = sources.filter(isUnder('tests')).filter(({ text }) => /\broute\s*\.fetch\(/.test(text))
  expect(asking.map(({ path }) => path)).toEqual(['tests/support/browser/fetch-from-platform.ts'])
})

describe('files', () => {
  test('are no longer than the limit', () => {
    const measured = files.filter(({ path }) => /\.(ts|tsx|mjs|js|css|html)$/.test(path) && !path.startsWith('tests/'))
    expect(oversized(measured)).toEqual([])
  })

  test('are at the top level only if the specification names them', () => {
    expect(strayAtTop(readdirSync(root))).toEqual([])
  })

  test('are in folders named after a noun of the product', () => {
    expect(vagueFolders(paths)).toEqual([])
  })

  test('have kebab-case names', () => {
    expect(misnamed(paths)).toEqual([])
  })

  test('contain no local path', () => {
    const atTop = ['README.md', 'package.json', 'package-lock.json', 'rollup.config.mjs'].map(readSource)
    expect([...files, ...atTop].flatMap(machinePaths)).toEqual([])
  })

  test('do not bind the lock file to a registry', () => {
    expect(registryHosts(readFileSync(join(root, 'package-lock.json'), 'utf8'))).toEqual([])
  })

  const sheets = files.filter(({ path }) => path.endsWith('.css'))

  test('use tokens for every colour of a style sheet', () => {
    expect(sheets.filter((sheet) => inCode(sheet) && !inBuild(sheet)).flatMap(rawColours)).toEqual([])
  })

  test('style a class in one shared folder only', () => {
    const own = sheets.filter((sheet) => isUnder('src/ui', 'src/parts')(sheet) && !sheet.path.endsWith('tokens.css'))
    expect(own.length).toBeGreaterThan(20)
    expect(sharedClasses(own)).toEqual([])
  })
})

describe('packages', () => {
  const jsonOf = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const manifest: Manifest = jsonOf('package.json')
  const ofTests: Manifest = jsonOf('tests/package.json')
  const whole = { ...manifest, devDependencies: { ...manifest.devDependencies, ...ofTests.devDependencies } }
  const bundler = readSource('rollup.config.mjs')

  interface Packed {
    readonly bin?: string | Readonly<Record<string, string>>
    readonly peerDependencies?: Readonly<Record<string, string>>
    readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
  }
  function broughtBy(name: string): Brought {
    const { bin = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Packed = jsonOf(`node_modules/${name}/package.json`)
    return {
      commands: typeof bin === 'string' ? [name] : Object.keys(bin),
      peers: Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional),
    }
  }

  test('are all used', () => {
    const declared = Object.keys({ ...whole.dependencies, ...whole.devDependencies })
    const mentions = [...facts.flatMap((one) => one.mentions), ...mentionedIn(bundler)]
    expect(unused(whole, mentions, new Map(declared.map((name) => [name, broughtBy(name)])))).toEqual([])
  })

  const imports = [...facts.flatMap((one) => one.imports), ...importedIn(bundler)]

  test('are declared when tests import them', () => {
    expect(undeclared(whole, imports.filter(isUnder('tests')))).toEqual([])
  })

  test('are installed by npm start when the build or the platform imports them', () => {
    expect(
      undeclared(
        manifest,
        imports.filter((one) => !isUnder('tests')(one)),
      ),
    ).toEqual([])
  })
})

describe('permissions', () => {
  const endpoints = endpointsOf(contract)
  const checks = facts.flatMap(({ permissionChecks }) => permissionChecks)

  test('are all used', () => {
    expect(unusedPermissions(permissions, endpoints, checks)).toEqual([])
  })

  test('exist wherever they are checked', () => {
    expect(unknownPermissions(permissions, endpoints, checks)).toEqual([])
  })

  test('are each held by a demo user', () => {
    expect(unheldPermissions(permissions, rolePermissions, people)).toEqual([])
  })

  test('exist wherever a role grants them', () => {
    expect(unknownGrants(permissions, rolePermissions)).toEqual([])
  })

  test('have roles that are each held by a demo user', () => {
    expect(unusedRoles(roles, people)).toEqual([])
  })
})
