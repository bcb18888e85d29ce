// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RecordChange } from '../../src/contract/changes/changes.ts'
import type { SavedReport } from '../../src/contract/saved-reports/saved-reports.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ScopeProvider } from '../../src/parts/scope/scope.tsx'
import { ReportingProvider } from '../../src/surfaces/reporting/context.tsx'
import { changedFieldLabel, changedValueText } from '../../src/surfaces/reporting/saved-reports/change-texts.ts'
import HistoryDialog from '../../src/surfaces/reporting/saved-reports/history-dialog.tsx'
import { success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { until } from '../support/ui/react-page.tsx'
import { heldRole } from '../support/identity/held-role.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

describe('saved report history: a value as text', () => {
  test.each([
    ['visibility', 'shared', 'Shared'],
    ['dimensions', ['campaign_name', 'day'], 'Campaign, Day'],
    ['date_range', { preset: 'last_7_days' }, 'Last 7 days'],
    ['compare', null, 'No comparison'],
    ['advertiser_ids', null, 'All'],
    ['filters', [{ field: 'campaign_name', operation: 'ILIKE', value: 'lake' }], 'Campaign contains lake'],
    ['filters', [], '–'],
    ['sort', [{ field: 'campaign_name', order: 'desc' }], 'Campaign (descending)'],
    ['order_values', ['large', 'small'], 'Large, Small'],
    ['weekday', 1, 'Monday'],
    ['is_paused', true, 'Yes'],
    ['date_range', { preset: 'next_century' }, '–'],
  ])('%s %j is “%s”', (field, value, text) => expect(changedValueText(field, value, i18n)).toBe(text))

  test('a field of a newer platform keeps its name', () => {
    expect([changedFieldLabel('palette', i18n), changedValueText('palette', 'blue', i18n)]).toEqual(['palette', 'blue'])
  })
})

const bench = partBench()
const events: unknown[] = []

// jsdom lacks dialogs, constructable style sheets and resize observers.
beforeAll(() => {
  const still = () => undefined
  Object.assign(HTMLDialogElement.prototype, { showModal: still, close: still })
  Object.assign(CSSStyleSheet.prototype, { replaceSync: still })
  Object.assign(document, { adoptedStyleSheets: [] })
  Object.assign(window, {
    ResizeObserver: class {
      observe = still
      disconnect = still
    },
  })
})

const element: ElementContext = {
  ask: async () => true,
  tag: 'ad-reporting',
  locale: 'en-US',
  linkBase: '/',
  isInheriting: false,
  path: 'saved_reports?changes_of=5',
  revision: 0,
  root: document.createElement('div').attachShadow({ mode: 'open' }),
  leaving: createLeaveGuards(),
  emit: () => true,
  notify: () => undefined,
  navigate: () => undefined,
}
const emit = (...event: unknown[]) => {
  events.push(event)
  return true
}
const dialog = (
  <ElementContextProvider value={element}>
    <ReportingProvider value={{ emit, noLedger: false, hasMoved: { current: false } }}>
      <ScopeProvider attributes={{ clientId: '1' }}>
        <HistoryDialog savedReportId={5} onClose={() => undefined} />
      </ScopeProvider>
    </ReportingProvider>
  </ElementContextProvider>
)

const person = {
  user_id: 4,
  email: 'mika@harborline.example',
  user_name: 'mika',
  locale: { id: 1, code: 'en-US' },
  member_group_id: 1,
  roles: [heldRole(4, 'client viewer')],
  permissions: { 'saved_reports.change': true },
  access: { all: false, clients: [1], advertiser_groups: [], advertisers: [] },
  advertiser_member_group: {},
  created_at: '2021-03-01T09:00:00.000Z',
  funding_types: [],
  member_group_activities: [{ id: 1, activities: [] }],
}
const saved: SavedReport = {
  saved_report_id: 5,
  member_group_id: 1,
  name: 'Clicks by day',
  visibility: 'private',
  question: { dimensions: ['day'], metrics: ['clicks'], date_range: { preset: 'last_7_days' } },
  owner: 'Mika Sato',
  is_own: true,
  is_changeable: true,
  created_at: '2026-11-01T08:00:00Z',
  changed_at: '2026-11-01T09:00:00Z',
  mailed: null,
  version: 3,
}
const renamed: RecordChange = {
  change_id: 12,
  entity: 'saved_report',
  entity_id: 5,
  at: '2026-11-01T09:00:00Z',
  user: { user_id: 4, name: 'Mika Sato' },
  partner: null,
  kind: 'changed',
  fields: [{ field: 'name', before: 'Clicks', after: 'Clicks by day' }],
  comment: null,
  batch: null,
  undo_of: null,
  undone_by: null,
  is_undoable: true,
}
const created: RecordChange = { ...renamed, change_id: 11, kind: 'created', is_undoable: false }
const shared: RecordChange = {
  ...created,
  change_id: 13,
  kind: 'shared',
  fields: [{ field: 'report_share_id', before: null, after: 77 }],
}

test('saved report history: a rename is shown and undone with the change that the preview has seen', async () => {
  bench.replyBy((response, body, url) => {
    if (url.includes('changes_report')) return success({ changes: [shared, renamed, created], total: 3 })(response)
    if (url.includes('changes/undo')) {
      const undone = { fields: renamed.fields, problem: null, changed_since: [], version: 4, seen_up_to: 13 }
      const isDry = body.dry_run === true
      return success({ ...undone, change_id: isDry ? null : 14, is_dry_run: isDry })(response)
    }
    if (url.includes('sso/login')) return success(person)(response)
    return url.includes('saved_report/5') ? success(saved)(response) : undefined
  })
  const page = await bench.open(dialog)
  await bench.shows(page, 'History of Clicks by day', 'created a share link', 'Name: Clicks → Clicks by day', 'created the report')
  expect(page.text()).not.toContain('77')
  const undo = () => [...page.container.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Undo')
  await until(() => undo().length === 1 && undo()[0]?.ariaDisabled !== 'true')
  await act(async () => undo()[0]?.click())
  await until(() => events.length > 0)
  const undoRequests = bench.bodies().filter((body) => typeof body === 'object' && body !== null && 'change_id' in body)
  expect(undoRequests).toEqual([{ change_id: 12, dry_run: true }, { change_id: 12 }])
  expect(events).toEqual([['ad-report-saved', { saved_report_id: 5 }]])
})
