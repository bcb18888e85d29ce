// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { dimensions } from '../../src/contract/reports/dimensions.ts'
import FieldPicker from '../../src/surfaces/reporting/fields/picker.tsx'
import { defaultReportQuery } from '../../src/surfaces/reporting/query/query.ts'
import type { ReportState } from '../../src/surfaces/reporting/report/use-report.ts'
import { partBench } from '../support/ui/part-bench.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
// The default fields are no part of this test.
vi.mock('../../src/surfaces/reporting/fields/own-fields.ts', () => ({ useFieldsPath: () => () => undefined, useOwnFields: () => ({}) }))
vi.mock('../../src/kit/mutate.ts', () => ({ useMutate: () => ({}) }))
vi.mock('../../src/parts/scope/scope.tsx', () => ({ useScope: () => ({ clientId: 1, isReadonly: false }) }))

const bench = partBench()

test('lists the names of a category before its ids', async () => {
  const query = { reportQuery: defaultReportQuery('ad_group'), days: [], before: undefined, today: '2026-11-21' }
  const state = query as unknown as ReportState // what the picker reads of it
  const page = await bench.open(<FieldPicker state={state} kind="dimensions" onChoose={() => undefined} />)
  const labelsOf = (list: Element) => [...list.querySelectorAll('.choice')].map((label) => label.textContent)
  const lists = [...page.container.querySelectorAll('fieldset')].map(labelsOf)
  expect(lists.slice(0, 3)).toEqual([
    ['Advertiser', 'Advertiser ID'],
    ['Campaign', 'Campaign status', 'Ad group', 'Campaign ID', 'Ad group ID'],
    ['Entity', 'Entity ID'],
  ])
  expect(lists.flat()).toHaveLength(dimensions.length)
})
