import { array, boolean, define, enums, integer, literal, map, nullable, object, optional, string } from 'superstruct'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type adFrame from '../../elements/ad-frame.ts'
import adReportChart from '../../elements/ad-report-chart.ts'
import { toElementDoc } from '../../elements/build/declarations.ts'
import { localeAliases } from '../../elements/build/loader-map.ts'
import { vsCodeData, manifest, webTypes } from '../../elements/build/editor-files.ts'
import { reference } from '../../elements/build/reference.ts'
import { printStruct } from '../../elements/build/struct-text.ts'
import { domTypes, react18Types, reactTypes, vueTypes } from '../../elements/build/types.ts'
import { commonEvents, commonProps, type EventsOf, type SurfaceProps } from '../../elements/runtime/define.ts'
import { declarations, type Elements } from '../../elements/index.ts'
import { oneOf } from '../../src/contract/endpoint.ts'

test.each([
  [string(), 'string'],
  [nullable(integer()), 'number | null'],
  [array(enums(['day', 'week'])), '("day" | "week")[]'],
  [object({ id: integer(), 'not-a-name': optional(boolean()) }), '{ id: number; "not-a-name"?: boolean }'],
  [object({}), 'Record<string, never>'],
  [literal(3), '3'],
  [oneOf('kind', { card: object({ last: string() }) }), '({ kind: "card" } & { last: string })'],
])('a struct is printed as TypeScript %#', (struct, text) => {
  expect(printStruct(struct)).toBe(text)
})

test.each([map(string(), string()), define('own', () => true)])('a struct that keeps no schema cannot be printed %#', (struct) => {
  expect(() => printStruct(struct)).toThrow('pass the type as text')
})

const elements = declarations.map(toElementDoc)

describe('generated files', () => {
  test('contain every tag with its events, and each property or its attribute', () => {
    const formats = [manifest(elements), webTypes(elements, '1'), reference(elements, {}), domTypes(elements)].map((format) =>
      JSON.stringify(format),
    )
    for (const { tag, props, events } of elements)
      for (const format of formats) {
        for (const word of [tag, ...events.map(({ name }) => name)]) expect(format).toContain(word)
        for (const { name, attribute = name } of props) expect(format.includes(name) || format.includes(attribute)).toBe(true)
      }
  })

  test('for VS Code contain attributes but not properties, and mark a flag as an attribute without a value', () => {
    const chart = vsCodeData(elements).tags.find(({ name }) => name === 'ad-report-chart')
    // 'v' is the name that VS Code gives to the set of no values.
    expect(chart?.attributes.find(({ name }) => name === 'inherit')).toMatchObject({ valueSet: 'v' })
    expect(chart?.attributes.some(({ name }) => name === 'get-token' || name === 'getToken')).toBe(false)
  })

  test('contain each tag in the types of each framework', () => {
    for (const text of [reactTypes(elements), react18Types(elements), vueTypes(elements)])
      for (const { tag } of declarations) expect(text).toContain(`'${tag}'`)
  })

  test('contain no attribute for an access token', () => {
    for (const { props } of elements) for (const { name, attribute } of props) expect(name === 'getToken' && attribute).toBeFalsy()
  })
})

test('every surface has the common attributes and events', () => {
  expect(Object.keys(adReportChart.props)).toEqual(expect.arrayContaining(Object.keys(commonProps)))
  expect(Object.keys(adReportChart.events)).toEqual(expect.arrayContaining(Object.keys(commonEvents)))
})

test('no tag or event is named like what ad blockers hide', () => {
  const hidden = /^(ad-(card|row|group|header|banner)|advert.*|banner.*)$/
  for (const { tag, events } of elements) expect([tag, ...events.map(({ name }) => name)].filter((name) => hidden.test(name))).toEqual([])
})

test('the loader lists a locale only if its base language does not lead to the same messages', () => {
  const localeByName = new Map([
    ['de', 'de'],
    ['de-at', 'de'],
    ['fr-fr', 'en-US'],
    ['ja-jp', 'ja-JP'],
    ['ja', 'ja'],
  ])
  expect(localeAliases(localeByName, 'en-US')).toEqual({ de: 'de', 'ja-jp': 'ja-JP', ja: 'ja' })
})

test('types are derived from a declaration: props of a surface, properties of an element, details of events', () => {
  type Props = SurfaceProps<typeof adReportChart>
  expectTypeOf<Props['clientId']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Props>().not.toHaveProperty('getToken')
  expectTypeOf<Parameters<Props['emit']>[0]>().toEqualTypeOf<'ad-report-range-changed' | 'ad-report-exported'>()
  expectTypeOf<Elements['ad-report-chart']['inherit']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<Elements['ad-frame']['minHeight']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<EventsOf<typeof adFrame>['ad-error']['detail']>().toEqualTypeOf<{
    code: string
    retryable: boolean
    request_id?: string | undefined
  }>()
  expectTypeOf<HTMLElementTagNameMap['ad-report-chart']>().toHaveProperty('dateRange')
  expectTypeOf<GlobalEventHandlersEventMap['ad-report-exported']['detail']>().toEqualTypeOf<{ rows: number }>()
})
