import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, boolean, enums, integer, nullable, number, object, optional, string } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { oneOf } from '../../src/contract/endpoint.ts'
import { type Declared, interfaceChanges, interfaceReport, typeOf } from '../house/interface.ts'
import { root } from '../house/source.ts'

test('the public interface equals the committed report; npx tsx tests/commands/interface.ts refreshes it', async () => {
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

describe('each change of the interface is reported', () => {
  test('none without a change', () => {
    expect(changed({})).toEqual([])
  })

  test('a removed attribute', () => {
    expect(changed({ props: { days: chart.props.days } })).toEqual(['gone: - attribute `client-id`, property `clientId`: `number`'])
  })

  test('a renamed attribute', () => {
    expect(changed({ props: { client: chart.props.clientId, days: chart.props.days } })).toHaveLength(2)
  })

  test('a changed type', () => {
    expect(changed({ props: { ...chart.props, days: { ...chart.props.days, struct: array(number()) } } })).toEqual([
      'gone: - property `days`: `string[]`',
      'new: - property `days`: `number[]`',
    ])
  })

  test('an event that is no longer cancelable', () => {
    const moved = chart.events['ad-before-moved']
    expect(changed({ events: { 'ad-before-moved': { ...moved, cancelable: false } } })).toHaveLength(2)
  })

  test('an event with changed details', () => {
    const moved = chart.events['ad-before-moved']
    expect(
      changed({ events: { 'ad-before-moved': { ...moved, detail: object({ path: string(), title: optional(string()) }) } } })[1],
    ).toContain('{ path: string; title?: string }')
  })

  test('a new tag', () => {
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
])('a struct is printed as text %#', (struct, words) => {
  expect(typeOf(struct)).toBe(words)
})
