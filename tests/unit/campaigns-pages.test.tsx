// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Campaign, CampaignReport, CampaignRow } from '../../src/contract/campaigns/campaigns.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ScopeProvider } from '../../src/parts/scope/scope.tsx'
import { CampaignsProvider } from '../../src/surfaces/campaigns/context.tsx'
import { CampaignGate } from '../../src/surfaces/campaigns/campaign/gate.tsx'
import { History } from '../../src/surfaces/campaigns/campaign/history.tsx'
import { useQueue } from '../../src/surfaces/campaigns/review/use-queue.ts'
import { leastOf } from '../support/ui/least-value.ts'
import { failure, success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined

const bench = partBench()

const guestAt = (path: string): ElementContext => ({
  ask: async () => true,
  tag: 'ad-campaigns',
  locale: 'en-US',
  linkBase: '/',
  isInheriting: false,
  path,
  revision: 0,
  root: document.createElement('div').attachShadow({ mode: 'open' }),
  leaving: createLeaveGuards(),
  emit: () => true,
  notify: () => undefined,
  navigate: () => undefined,
})
const on = (path: string, children: ReactNode) => (
  <ElementContextProvider value={guestAt(path)}>
    <CampaignsProvider value={{ emit: () => true, noCreate: false, noAdvertiserChoice: true, noBack: false, noFunds: false }}>
      <ScopeProvider attributes={{ clientId: '1', advertiserIds: '1' }}>{children}</ScopeProvider>
    </CampaignsProvider>
  </ElementContextProvider>
)

const [report, row, campaign] = [CampaignReport, CampaignRow, Campaign].map((struct) => leastOf(struct as never) as object) // all are objects

interface ListRequest {
  readonly pagination?: { readonly start: number; readonly count: number }
  readonly filters?: readonly { readonly field: string; readonly value: unknown }[]
}
/** 450 campaigns await review; each id is the campaign's position. */
function replyWithQueue({ isNamedRead = true } = {}) {
  bench.replyBy((response, body, url) => {
    if (!url.includes('campaigns_report')) return
    const { pagination = { start: 0, count: 20 }, filters = [] } = body as ListRequest // the queue's request
    const named = filters.find(({ field }) => field === 'campaign_id')?.value
    if (named !== undefined && !isNamedRead) return failure(500)(response)
    const all = Array.from({ length: 450 }, (_, index) => index + 1)
    const meant = named === undefined ? all : all.filter((id) => id === named)
    const campaigns = meant
      .slice(pagination.start, pagination.start + pagination.count)
      .map((campaign_id) => ({ ...row, campaign_id, name: `C${campaign_id}` }))
    success({ ...report, campaigns, total: meant.length })(response)
  })
}

function Queue() {
  const { rows, current, total, isSought, error } = useQueue()
  return (
    <p>
      {`${rows[0]?.campaign_id} to ${rows.at(-1)?.campaign_id} of ${total}; looks at ${isSought ? 'one that is sought' : (current?.name ?? 'none')}${error ? '; broken' : ''}.`}
    </p>
  )
}

test('every campaign in review can be paged to', async () => {
  replyWithQueue()
  await bench.shows(await bench.open(on('review-media?queue=400', <Queue />)), '401 to 450 of 450; looks at C401.')
})

test('a link to a campaign on a later page of the review queue opens it', async () => {
  replyWithQueue()
  await bench.shows(await bench.open(on('review-media?campaign=321', <Queue />)), '1 to 200 of 450; looks at C321.')
})

test('a campaign that is not in review, or failed to load, cannot be approved or denied', async () => {
  replyWithQueue()
  await bench.shows(await bench.open(on('review-media?campaign=999', <Queue />)), '1 to 200 of 450; looks at none.')
  replyWithQueue({ isNamedRead: false })
  await bench.shows(await bench.open(on('review-media?campaign=321', <Queue />)), '; broken.')
})

test('a history is loaded page by page, whatever its length', async () => {
  bench.replyBy((response, body, url) => {
    const { pagination = { start: 0, count: 20 } } = body as ListRequest // the history's request
    const mine = {
      ...campaign,
      campaign_id: 10,
      member_group_id: 1,
      advertiser_id: 1,
      name: 'Lakes',
      currency_code: 'USD',
      time_zone: 'UTC',
    }
    if (!url.includes('changes_report')) return url.includes('campaign') ? success(mine)(response) : undefined
    const changes = Array.from({ length: Math.min(pagination.count, 1500 - pagination.start) }, (_, index) => ({
      campaign_change_id: 1500 - pagination.start - index,
      campaign_id: 10,
      at: '2026-11-01T09:00:00Z',
      ad_group: null,
      user: { user_id: 1, name: `Person ${1500 - pagination.start - index}` },
      partner: null,
      kind: 'changed',
      fields: [],
      comment: null,
      batch: null,
      undo_of: null,
      undone_by: null,
    }))
    return success({ changes, total: 1500, currency_code: 'USD' })(response)
  })
  const gate = (
    <CampaignGate campaignId={10}>
      <History />
    </CampaignGate>
  )
  const page = await bench.open(on('10?tab=history&changes=1450', gate))
  await bench.shows(page, 'Person 50', 'Person 1')
  expect(page.text()).not.toContain('Person 51')
})

test('the history of a new campaign names its values, without dashes for values that never were', async () => {
  bench.replyBy((response, _, url) => {
    const mine = { ...campaign, campaign_id: 10, member_group_id: 1, advertiser_id: 1, currency_code: 'USD', time_zone: 'UTC' }
    if (!url.includes('changes_report')) return url.includes('campaign') ? success(mine)(response) : undefined
    const created = {
      campaign_change_id: 1,
      campaign_id: 10,
      at: '2026-11-01T09:00:00Z',
      ad_group: null,
      user: { user_id: 1, name: 'Dana' },
      partner: null,
      kind: 'created',
      fields: [
        { field: 'name', before: null, after: 'Winter walks' },
        { field: 'channel', before: null, after: 'onsite' },
      ],
      comment: null,
      batch: null,
      undo_of: null,
      undone_by: null,
    }
    return success({ changes: [created], total: 1, currency_code: 'USD' })(response)
  })
  const page = await bench.open(
    on(
      '10?tab=history',
      <CampaignGate campaignId={10}>
        <History />
      </CampaignGate>,
    ),
  )
  await bench.shows(page, 'created the campaign', 'Name: Winter walks')
  expect(page.text()).not.toMatch(/→|onsite/)
})
