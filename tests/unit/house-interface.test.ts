import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, boolean, enums, integer, nullable, number, object, optional, string } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { oneOf } from '../../src/contract/endpoint.ts'
import { type Declared, interfaceChanges, interfaceReport, typeOf } from '../house/interface.ts'
import { root } from '../house/source.ts'

test('the public interface is what the committed report says; npx tsx tests/commands/interface.ts refreshes it', async () => {
  const { declarations }: { declarations: readonly Declared[] } = await import(/* @vite-ignore */ join(root, 'elements/index.ts'))
  const file = join(root, 'elements/interface.md')
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : ''
  expect(interfaceChanges(committed, interfaceReport(declarations))).toEqual([])
})

const chart = {
  tag: 'ad-chart',
  doc: 'A chart.',
  props: { clientId: { doc: '', struct: integer(), from: 'number' }, days: { doc: '', struct: array(string()), from: 'property' } },
  events: { 'ad-before-moved': { doc: '', detail: object({ path: string() }), cancelable: true } },
}
const changed = (other: Partial<Declared>) => interfaceChanges(interfaceReport([chart]), interfaceReport([{ ...chart, ...other }]))

describe('each is found when it is injected', () => {
  test('nothing when nothing changes', () => {
    expect(changed({})).toEqual([])
  })

  test('an attribute that goes', () => {
    expect(changed({ props: { days: chart.props.days } })).toEqual(['gone: - attribute `client-id`, property `clientId`: `number`'])
  })

  test('an attribute that is renamed', () => {
    expect(changed({ props: { client: chart.props.clientId, days: chart.props.days } })).toHaveLength(2)
  })

  test('a type that changes', () => {
    expect(changed({ props: { ...chart.props, days: { ...chart.props.days, struct: array(number()) } } })).toEqual([
      'gone: - property `days`: `string[]`',
      'new: - property `days`: `number[]`',
    ])
  })

  test('an event that can no longer be stopped', () => {
    const moved = chart.events['ad-before-moved']
    expect(changed({ events: { 'ad-before-moved': { ...moved, cancelable: false } } })).toHaveLength(2)
  })

  test('an event whose detail changes', () => {
    const moved = chart.events['ad-before-moved']
    expect(
      changed({ events: { 'ad-before-moved': { ...moved, detail: object({ path: string(), title: optional(string()) }) } } })[1],
    ).toContain('{ path: string; title?: string }')
  })

  test('a tag that comes', () => {
    expect(interfaceChanges(interfaceReport([chart]), interfaceReport([chart, { ...chart, tag: 'ad-table' }]))).toEqual([
      'new: ## `<ad-table>`',
    ])
  })
})

test.each([
  [nullable(boolean()), 'boolean | null'],
  [enums(['day', 'week']), '"day" | "week"'],
  [array(object({ id: integer() })), '{ id: number }[]'],
  [oneOf('kind', { card: object({ last: string() }) }), '({ kind: "card" } & { last: string })'],
])('a struct in words %#', (struct, words) => {
  expect(typeOf(struct)).toBe(words)
})
