import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { addresses } from '../../src/contract/addresses/addresses.ts'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { root } from '../house/source.ts'
import { sampleOf } from '../support/audit.ts'

const say = (name: string, ...words: string[]) => {
  const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', `tests/commands/${name}.ts`, ...words], {
    cwd: root,
    encoding: 'utf8',
  })
  return { lines: stdout.trimEnd().split('\n'), status }
}

test('routes: a line for every endpoint', () => {
  const { lines } = say('routes')
  expect(lines).toHaveLength(endpointsOf(contract).length)
  expect(lines).toContain('POST v2/report')
  expect(lines).toContain('GET v1/member_groups/:memberGroupId')
  expect(lines.filter((line) => !/^(GET|POST|PUT|PATCH|DELETE) [\w.:/-]+$/.test(line))).toEqual([])
})

test('screens: a line for every address', () => {
  const { lines } = say('screens')
  expect(lines).toHaveLength(addresses.length)
  expect(lines.filter((line) => !/^\/[\w.:/-]*, (ad-[a-z-]+|page), (-|(src|elements)\/\S+)$/.test(line))).toEqual([])
})

describe('where', () => {
  test('an address and its tag lead to the same places', () => {
    const address = say('where', 'https://console.example/embedded/clients/1/chart?tab=table')
    const tag = say('where', 'ad-report-chart')
    expect(address.lines[0]).toBe('<ad-report-chart client-id="1" path="?tab=table">')
    const places = (lines: string[]) =>
      lines.filter((line) => /^(declaration|surface|contract|platform|words|tests|permissions) /.test(line))
    expect(places(address.lines)).toEqual(places(tag.lines))
    expect(places(tag.lines)).toContain('surface      src/surfaces/report-chart/routes.ts')
  })

  test.each(sampleOf([[['/nowhere/at/all']], [['ad-nothing']], [[]]], 1))('%j has no place', (words) => {
    expect(say('where', ...words).status).toBe(1)
  })
})
