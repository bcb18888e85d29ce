import { spawnSync } from 'node:child_process'
import { describe, expect, test, vi } from 'vitest'
import { addresses } from '../../src/contract/addresses/addresses.ts'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { named, nounsOf, otherNames, roomsOf } from '../house/rooms.ts'
import { filesUnder, root } from '../house/source.ts'
import { isAudit, sampleOf } from '../support/platform/audit.ts'

/** The output of a command that runs in its own process. */
const said = (name: string, ...words: string[]) => {
  const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', `tests/commands/${name}.ts`, ...words], {
    cwd: root,
    encoding: 'utf8',
  })
  return { lines: stdout.trimEnd().split('\n'), status }
}

let evaluations = 0
/** The lines of a command: in the audit of its own process, otherwise evaluated here, because each process would load the contract again. */
async function linesOf(name: string, ...words: string[]): Promise<string[]> {
  if (isAudit) return said(name, ...words).lines
  const { argv } = process
  const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
  try {
    process.argv = [...argv.slice(0, 2), ...words]
    evaluations += 1
    // The query makes it another module, so that it is evaluated again.
    await import(`${root}tests/commands/${name}.ts?${evaluations}`)
    return log.mock.calls.flatMap(([line]) => String(line).split('\n'))
  } finally {
    process.argv = argv
    log.mockRestore()
  }
}

test('the routes command prints a line for every endpoint', async () => {
  const lines = await linesOf('routes')
  expect(lines).toHaveLength(endpointsOf(contract).length)
  expect(lines).toContain('POST v2/report')
  expect(lines).toContain('GET v1/member_groups/:memberGroupId')
  expect(lines.filter((line) => !/^(GET|POST|PUT|PATCH|DELETE) [\w.:/-]+$/.test(line))).toEqual([])
})

test('the routes command prints the two files of the endpoints with a word in their path', () => {
  expect(said('routes', 'login_config').lines).toEqual([
    expect.stringMatching(/^GET v1\/\S*login_config\S*$/),
    '  src/contract/users/sign-up.ts',
    '  demo/platform/users/sign-up.ts',
  ])
})

test('the screens command prints a line for every address', async () => {
  const lines = await linesOf('screens')
  expect(lines).toHaveLength(addresses.length)
  expect(lines.filter((line) => !/^\/[\w.:/-]*, (ad-[a-z-]+|page), (-|(src|elements)\/\S+)$/.test(line))).toEqual([])
})

describe('the where command', () => {
  test('prints the same folders for an address and its tag', async () => {
    const address = await linesOf('where', 'https://console.example/embedded/clients/1/chart?tab=table')
    const tag = await linesOf('where', 'ad-report-chart')
    expect(address[0]).toBe('<ad-report-chart client-id="1" path="?tab=table">')
    const folderLines = (lines: string[]) =>
      lines.filter((line) => /^(declaration|surface|contract|platform|tables|words|tests|permissions) /.test(line))
    expect(folderLines(address)).toEqual(folderLines(tag))
    expect(folderLines(tag)).toContain('surface      src/surfaces/report-chart/')
  })

  test('prints every folder for a campaigns address', async () => {
    const lines = await linesOf('where', '/clients/1/campaigns')
    expect(lines[0]).toBe('<ad-campaigns client-id="1">')
    for (const line of [
      'surface      src/surfaces/campaigns/',
      'declaration  elements/ad-campaigns.ts',
      'contract     src/contract/campaigns/',
      'platform     demo/platform/ad-groups/',
      'tables       demo/platform/tables/002-campaigns.ts',
      'words        locales/de/campaigns.po',
      'tests        tests/journeys/campaigns-list.test.ts',
      'permissions  campaigns.change',
    ])
      expect(lines).toContain(line)
    expect(lines.filter((line) => /^screen +src\/surfaces\/campaigns\/.+\.tsx$/.test(line))).not.toEqual([])
  })

  const tags = filesUnder('elements').flatMap((path) => /^elements\/(ad-[a-z-]+)\.ts$/.exec(path)?.[1] ?? [])

  test.each(tags)('%s: each noun is a folder of the contract, and no folder of a surface is empty', async (tag) => {
    const nouns = await nounsOf(tag)
    const rooms = new Map(await roomsOf(tag, []))
    expect(rooms.get('contract')).toEqual(nouns.map((noun) => `src/contract/${noun}/`))
    expect(rooms.get('declaration')).toEqual([`elements/${tag}.ts`])
    expect(rooms.get('tests')).not.toEqual([])
    if (nouns.length === 0) return
    for (const kind of ['surface', 'platform', 'tables', 'words', 'permissions']) expect(rooms.get(kind), kind).not.toEqual([])
  })

  test('every other name of a noun belongs to a table or a test', () => {
    const folders = ['demo/platform/tables', 'tests/unit', 'tests/platform']
    const names = Object.values(otherNames).flat()
    expect(names.filter((name) => folders.every((folder) => named(folder, [name]).length === 0))).toEqual([])
  })

  test.each(sampleOf([[['/nowhere/at/all']], [['ad-nothing']], [[]]], 1))('finds no folder for %j', (words) => {
    expect(said('where', ...words).status).toBe(1)
  })
})
