// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { AdvertiserRow } from '../../src/contract/advertisers/advertisers.ts'
import type { CampaignDraft } from '../../src/contract/drafts/drafts.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { PclLine } from '../../src/parts/money/pcl-line.tsx'
import { ScopeProvider } from '../../src/parts/scope/scope.tsx'
import { BuilderProvider } from '../../src/surfaces/campaign-builder/context.tsx'
import { type DraftContext, DraftProvider } from '../../src/surfaces/campaign-builder/draft/context.ts'
import { useDraftForm } from '../../src/surfaces/campaign-builder/draft/form.ts'
import { useReviewSections } from '../../src/surfaces/campaign-builder/review/sections.tsx'
import AdvertiserSelect from '../../src/surfaces/campaign-builder/start/advertiser-select.tsx'
import { Basics } from '../../src/surfaces/campaign-builder/steps/basics.tsx'
import { leastOf } from '../support/ui/least-value.ts'
import { success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { until } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
// jsdom has no popovers and no layout.
const ignore = () => undefined
Object.assign(HTMLElement.prototype, { showPopover: ignore, hidePopover: ignore })
Object.assign(globalThis, {
  ResizeObserver: class {
    observe = ignore
    disconnect = ignore
  },
})

const bench = partBench()
const navigate = vi.fn()
const context: ElementContext = {
  ask: async () => true,
  tag: 'ad-campaign-builder',
  locale: 'en-US',
  linkBase: '/',
  isInheriting: false,
  path: '',
  revision: 0,
  root: document.createElement('div').attachShadow({ mode: 'open' }),
  leaving: createLeaveGuards(),
  emit: () => true,
  notify: () => undefined,
  navigate,
}
const setOnlyAdvertiser = vi.fn()
const builder = { emit: () => true, experienceId: undefined, templateId: undefined, copyOf: undefined, setOnlyAdvertiser }
const inside = (children: ReactNode) => (
  <ElementContextProvider value={context}>
    <BuilderProvider value={builder}>
      <ScopeProvider attributes={{ clientId: '1' }}>{children}</ScopeProvider>
    </BuilderProvider>
  </ElementContextProvider>
)

const advertiser = leastOf(AdvertiserRow as never) as AdvertiserRow // an advertiser with the least values

test.each([
  [1, 'is chosen without asking'],
  [2, 'must be chosen when there are several'],
])('the advertiser: of %i, one %s', async (total) => {
  setOnlyAdvertiser.mockClear()
  bench.replyBy((response, _, url) => {
    const advertisers = Array.from({ length: total }, (_, index) => ({ ...advertiser, advertiser_id: 7 + index }))
    if (url.includes('advertisers_report')) success({ advertisers, total })(response)
  })
  const page = await bench.open(inside(<AdvertiserSelect />))
  if (total === 1) await until(() => setOnlyAdvertiser.mock.calls.length > 0)
  else await bench.shows(page, 'Choose the advertiser who pays for this campaign.')
  expect(setOnlyAdvertiser.mock.calls).toEqual(total === 1 ? [[7]] : [])
  expect(navigate).not.toHaveBeenCalled()
})

const uuid = '6f1c2f0e-5a0b-4c55-9d2a-0d6f6f1c2f0e'
const draft: CampaignDraft = {
  campaign_draft_uuid: uuid,
  member_group_id: 1,
  advertiser_id: 7,
  experience_id: null,
  campaign_template_id: null,
  flow: 'simple',
  step: 'step-1',
  steps: ['step-1', 'step-3'],
  reached: 'step-3',
  entity_count: 0,
  version: 1,
  changed_at: '2026-11-22T14:02:00Z',
  changed_by: { user_id: 1, name: 'Dana' },
  tab: null,
  submitted_campaign_id: null,
  currency_code: 'USD',
  data: {},
  ad_group_drafts: [],
  held_version: 1,
}
const constraints = { channels: ['onsite'], insertion_orders: [], today: '2026-11-21', time_zone: 'UTC', assets: [] }

/** Shows a part of the builder with an open draft. */
function WithDraft({ of, children }: { readonly of: Partial<CampaignDraft>; readonly children: ReactNode }) {
  const mine = { ...draft, ...of }
  const form = useDraftForm({
    data: mine.data,
    set: () => undefined,
    problems: [],
    isHere: () => true,
    step: 'step-1',
    faultOf: () => ({ code: 'custom', text: '' }),
  })
  const desk = {
    state: { draft: mine, data: mine.data },
    draftConstraints: constraints,
    currency: { currency_code: 'USD', currency_digits: 2 },
    form,
    clientId: 1,
    advertiserId: 7,
  }
  return inside(<DraftProvider value={desk as never as DraftContext}>{children}</DraftProvider>) // only what these parts read
}

function Sections() {
  const { items } = useReviewSections('step-3')
  return items.map(({ id, label, value }) => (
    <p key={id}>
      {label}: {value}
    </p>
  ))
}

test('the review names the first three entities and counts the others', async () => {
  const entities = ['Inn', 'Lodge', 'Spa'].map((name, at) => ({
    entity_id: at + 1,
    internal_id: 'x',
    name,
    category: '',
    status: 'active',
  }))
  bench.replyBy((response, _, url) => {
    if (url.includes(`campaign_drafts/${uuid}/entities_report`)) success({ entities, total: 12 })(response)
  })
  const page = await bench.open(
    <WithDraft of={{ entity_count: 12 }}>
      <Sections />
    </WithDraft>,
  )
  await bench.shows(page, '12: Inn · Lodge · Spa and 9 others')
})

test('the review compares the spend with that of similar advertisers in plain words', async () => {
  const page = await bench.open(<PclLine read={{ pcl: 'competitor' }} error={undefined} />)
  expect(page.text()).toBe('Compared with similar advertisers, last 30 days: Competitor: spends at or above the median.')
})

test.each([
  ['simple', 'Name and channel'],
  ['v2', 'Goal, name and channel'],
] as const)('the first section of the %s flow does not repeat the name of its step', async (flow, heading) => {
  const page = await bench.open(
    <WithDraft of={{ flow }}>
      <Basics parts={new Set(['goal_roas', 'name', 'channel'])} />
    </WithDraft>,
  )
  expect(page.container.querySelector('h3')?.textContent).toBe(heading)
})
