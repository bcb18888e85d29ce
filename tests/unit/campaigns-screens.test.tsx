// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { act, type ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Campaign, CampaignAdGroup, CampaignReport, CampaignRow, campaigns } from '../../src/contract/campaigns/campaigns.ts'
import type { Serving, SpendLimit } from '../../src/contract/serving/serving.ts'
import { reviewStatusIds } from '../../src/contract/statuses.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ScopeProvider } from '../../src/parts/scope/scope.tsx'
import { ViewerProvider } from '../../src/parts/scope/viewer.tsx'
import { AdGroups } from '../../src/surfaces/campaigns/campaign/ad-groups.tsx'
import { CampaignEntities } from '../../src/surfaces/campaigns/campaign/entities.tsx'
import { PacingCell, StatusCell } from '../../src/surfaces/campaigns/cells/cells.tsx'
import { CampaignGate } from '../../src/surfaces/campaigns/campaign/gate.tsx'
import { CampaignHeader } from '../../src/surfaces/campaigns/campaign/header.tsx'
import { comparableDates } from '../../src/surfaces/campaigns/campaign/overview.tsx'
import { CampaignsProvider } from '../../src/surfaces/campaigns/context.tsx'
import { metricsRequest } from '../../src/surfaces/campaigns/detail/kpis.tsx'
import { isRunOutNear, RunOutNotice } from '../../src/surfaces/campaigns/detail/run-out.tsx'
import { servingText } from '../../src/surfaces/campaigns/detail/serving-words.ts'
import { useCampaignRowActions } from '../../src/surfaces/campaigns/list/list.tsx'
import { useCampaignColumns } from '../../src/surfaces/campaigns/list/columns.tsx'
import type { ChangeRow } from '../../src/surfaces/campaigns/bulk/batches.ts'
import { Preview } from '../../src/surfaces/campaigns/bulk/preview.tsx'
import { useListLayout } from '../../src/surfaces/campaigns/list/layout.tsx'
import ViewCount from '../../src/surfaces/campaigns/list/view-count.tsx'
import { useMetricList } from '../../src/surfaces/campaigns/list/metric-list.tsx'
import { CellEditor } from '../../src/ui/table/cell-editor.tsx'
import type { ColumnInfo, GridColumn } from '../../src/ui/table/column.ts'
import { viewerWith } from '../support/identity/viewer.ts'
import { leastOf } from '../support/ui/least-value.ts'
import { failure, success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { quiet, until } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
const ignore = () => undefined
Object.assign(globalThis, {
  ResizeObserver: class {
    observe = ignore
    unobserve = ignore
    disconnect = ignore
  },
})

// jsdom has no popovers.
Object.assign(HTMLElement.prototype, { showPopover: ignore, hidePopover: ignore })

const bench = partBench()
const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

const context: ElementContext = {
  ask: async () => true,
  tag: 'ad-campaigns',
  locale: 'en-US',
  linkBase: '/',
  isInheriting: false,
  path: '10',
  revision: 0,
  root: document.createElement('div').attachShadow({ mode: 'open' }),
  leaving: createLeaveGuards(),
  emit: () => true,
  notify: () => undefined,
  navigate: () => undefined,
}
const inside = (children: ReactNode, { path = context.path, noBack = false, noFunds = false, ask = context.ask } = {}) => (
  <ElementContextProvider value={{ ...context, path, ask }}>
    <CampaignsProvider value={{ emit: () => true, noCreate: false, noAdvertiserChoice: true, noBack, noFunds }}>
      <ScopeProvider attributes={{ clientId: '1', advertiserIds: '1' }}>{children}</ScopeProvider>
    </CampaignsProvider>
  </ElementContextProvider>
)

const report = leastOf(CampaignReport as never) as CampaignReport // a report with the least values
const row = leastOf(CampaignRow as never) as CampaignRow // a row with the least values
const campaign = leastOf(Campaign as never) as Campaign // a campaign with the least values
const rowWith = (fields: Partial<CampaignRow>, gate: CampaignRow['serving']['gate'], values = {}): CampaignRow => ({
  ...row,
  currency_code: 'USD',
  review_status_id: reviewStatusIds.approved,
  ...fields,
  serving: { ...row.serving, gate, values },
})

describe('the status of a row', () => {
  const statusOf = async (of: CampaignRow) => {
    const page = await bench.open(inside(<StatusCell of={of} />))
    return page.text()
  }

  test('is what happens: an active campaign without funds is not serving, and says why', async () => {
    const text = await statusOf(rowWith({ status: 'active' }, 'no_funds'))
    expect(text).toContain('Not serving')
    expect(text).toContain('No funds left')
    expect(text).not.toContain('Active')
  })

  test('offers funds only on a page that has them', async () => {
    const of = rowWith({ status: 'active' }, 'no_funds')
    expect(await statusOf(of)).toContain('Add funds')
    const page = await bench.open(inside(<StatusCell of={of} />, { noFunds: true }))
    expect(page.text()).toContain('No funds left')
    expect(page.text()).not.toContain('Add funds')
  })

  test.each([
    ['-12.5', { amount: '12.5' }],
    ['3', {}],
    ['', {}],
  ])('adding funds asks for what the budget lacks of a difference of %s', async (budget_balance_difference, missing) => {
    const events: unknown[] = []
    const ask = async (type: string, detail: unknown) => events.push([type, detail]) === 0
    bench.replyBy((response, _, url) => {
      const isDifference = url.includes('/advertisers/7/campaigns/42/funds/') && budget_balance_difference !== ''
      return (isDifference ? success({ budget_balance_difference, currency_code: 'USD' }) : failure(404))(response)
    })
    const of = rowWith({ status: 'active', advertiser_id: 7, campaign_id: 42 }, 'no_funds')
    const { container } = await bench.open(inside(<StatusCell of={of} />, { ask }))
    for (const link of container.querySelectorAll<HTMLElement>('a, button')) if (link.textContent === 'Add funds') link.click()
    await until(() => events.length > 0)
    expect(events).toEqual([['ad-funds-asked', { advertiser_id: 7, ...missing }]])
  })

  test('of a reached spend limit leads to the limit', async () => {
    const events: unknown[] = []
    const ask = async (type: string, detail: unknown) => events.push([type, detail]) === 0
    const of = rowWith({ status: 'active', advertiser_id: 7, campaign_id: 42 }, 'spend_limit')
    const { container } = await bench.open(inside(<StatusCell of={of} />, { ask }))
    for (const link of container.querySelectorAll<HTMLElement>('a, button')) if (link.textContent === 'View spend limit') link.click()
    await until(() => events.length > 0)
    expect(events).toEqual([['ad-funds-asked', { advertiser_id: 7, path: 'spend-limits' }]])
  })

  test.each([
    ['denied', reviewStatusIds.denied, 'Rejected: Wrong logo'],
    ['under_review', reviewStatusIds.under_review, 'Under Review'],
  ] as const)('begins with the word of the filter that finds it, also when it is %s', async (gate, review_status_id, reason) => {
    const review_comment = gate === 'denied' ? 'Wrong logo' : ''
    const text = await statusOf(rowWith({ status: 'pending', review_status_id, review_comment }, gate))
    expect(text.startsWith('Pending')).toBe(true)
    expect(text).toContain(reason)
  })

  test('counts hotels with a small letter', () => {
    const options = {
      currency: { currency_code: 'USD', currency_digits: 2 },
      entities: 40,
      label: { singular: 'Hotel', plural: 'Hotels' },
    }
    expect(servingText({ gate: null, values: {} }, options, english).text).toBe('Serving, 40 hotels')
  })
})

describe('the pacing of a row', () => {
  const pacingOf = async (elapsed_share: number) => {
    const serving = { ...row.serving, pacing_index: 0, spent_period: '0', elapsed_share }
    const page = await bench.open(<PacingCell budget="100" period="Monthly" status="active" serving={serving} />)
    const isAlarming = page.container.querySelector('.pacing')?.classList.contains('off')
    return { text: page.text(), label: page.container.querySelector('[role="img"]')?.getAttribute('aria-label'), isAlarming }
  }

  test('without spend compares with the elapsed time of the period', async () => {
    const label = '0% of budget spent, 25% of time elapsed'
    expect(await pacingOf(0.25)).toEqual({ text: 'Slow0.00', label, isAlarming: true })
  })

  test('without spend is no problem while the period is young', async () => {
    expect((await pacingOf(0.01)).isAlarming).toBe(false)
  })
})

function Acts({ of }: { readonly of: CampaignRow }) {
  const { actsOf } = useCampaignRowActions(async () => ({ row: of }))
  return (
    <ul>
      {actsOf(of).map(({ id, label }) => (
        <li key={id}>{label}</li>
      ))}
    </ul>
  )
}

describe('the menu of a row', () => {
  const labels = async (of: CampaignRow) => (await bench.open(inside(<Acts of={of} />))).text()

  test('pauses, activates and edits the budget', async () => {
    expect(await labels({ ...row, status: 'active', choices: ['active', 'paused'] })).toMatch(/Pause.*Edit budget/)
    expect(await labels({ ...row, status: 'paused', choices: ['active', 'paused'] })).toMatch(/Activate.*Edit budget/)
  })

  test('offers neither for an ended campaign', async () => {
    expect(await labels({ ...row, status: 'ended', choices: [] })).not.toMatch(/Pause|Activate|Edit budget/)
  })
})

describe('the header of a campaign', () => {
  const textOf = async (fields: Partial<Campaign>, gate: Campaign['serving']['gate'], values = {}, flags = {}) => {
    const mine = {
      ...campaign,
      campaign_id: 10,
      member_group_id: 1,
      advertiser_id: 1,
      name: 'Lakes',
      currency_code: 'USD',
      time_zone: 'UTC',
      ...fields,
      serving: { ...campaign.serving, gate, values },
    }
    bench.replyBy((response, _, url) => {
      if (url.includes('changes_report')) return success({ changes: [], total: 0, currency_code: 'USD' })(response)
      return url.includes('campaign') ? success(mine)(response) : undefined
    })
    const page = await bench.open(
      inside(
        <CampaignGate campaignId={10}>
          <CampaignHeader />
        </CampaignGate>,
        flags,
      ),
    )
    await bench.shows(page, 'Lakes', 'ID 10')
    return page.text()
  }

  test('says once that it is under review', async () => {
    const status = { status: 'pending', review_status_id: reviewStatusIds.under_review } as const
    const text = await textOf(status, 'campaign_status', { status: 'pending' })
    expect(text).toContain('Under Review')
    expect(text.match(/Pending/g)).toHaveLength(1)
    expect(text).toContain('It serves once approved')
  })

  test('gives the reason of a rejection and what to do', async () => {
    const status = { status: 'pending', review_status_id: reviewStatusIds.denied, review_comment: 'Wrong logo' } as const
    const text = await textOf(status, 'campaign_status', { status: 'pending' })
    expect(text).toContain('Wrong logo')
    expect(text).toContain('Rejected. Fix the issues and resubmit.')
  })

  test('does not call a campaign active that does not serve', async () => {
    const text = await textOf({ status: 'active', review_status_id: reviewStatusIds.approved }, 'no_funds')
    expect(text).toContain('Not serving')
  })

  test('leads back to all campaigns, except on a page with breadcrumbs', async () => {
    expect(await textOf({}, null)).toContain('All campaigns')
    expect(await textOf({}, null, {}, { noBack: true })).not.toContain('All campaigns')
  })
})

describe('a tab of a campaign', () => {
  const openTab = async (tab: ReactNode, fields: Partial<Campaign> = {}) => {
    const mine = { ...campaign, campaign_id: 10, member_group_id: 1, advertiser_id: 1, name: 'Lakes', currency_code: 'USD', ...fields }
    bench.replyBy((response, body, url) => {
      if (url.endsWith('campaign/10')) success({ ...mine, time_zone: 'UTC' })(response)
      else if ('access_token' in body) success(viewerWith('ad_groups.create', 'ad_groups.change'))(response)
    })
    const gate = <CampaignGate campaignId={10}>{tab}</CampaignGate>
    const { container } = await bench.open(inside(<ViewerProvider memberGroupId={1}>{gate}</ViewerProvider>))
    await until(() => container.querySelector('[role=columnheader]') !== null)
    return { container, lastTool: [...container.querySelectorAll('.grid-tools button')].at(-1) }
  }

  test('with entities is sorted by spend, its second column, and has a search and ends with a button that adds some', async () => {
    const { container, lastTool } = await openTab(<CampaignEntities />)
    const [name, spend] = [...container.querySelectorAll('[role=columnheader]')]
    expect([name?.textContent, spend?.textContent]).toEqual(['Entity', 'Spend'])
    expect(spend?.getAttribute('aria-sort')).toBe('descending')
    expect(container.querySelector('input[type=search]')?.getAttribute('aria-label')).toBe('Search by name')
    expect(lastTool?.textContent).toBe('Add Entities')
  })

  test('with ad groups ends with the button for a new one, which says why it is disabled during a review', async () => {
    const { lastTool } = await openTab(<AdGroups />, { review_status_id: reviewStatusIds.under_review })
    expect(lastTool?.textContent).toBe('New ad group')
    expect(lastTool?.getAttribute('aria-disabled')).toBe('true')
    await until(() => lastTool?.getAttribute('aria-description')?.startsWith('Under review') === true)
  })
})

describe('the button that adds entities to a campaign', () => {
  const mine = { ...campaign, campaign_id: 10, status: 'active', review_status_id: reviewStatusIds.approved, time_zone: 'UTC' }
  const group = { ...(leastOf(CampaignAdGroup as never) as CampaignAdGroup), name: 'Lakes', status: 'active' } // the least values

  test('says that the ad groups could not be loaded, and loads them again', async () => {
    let isBroken = true
    bench.replyBy((response, body, url) => {
      if (/10\/ad_groups$/.test(url)) return isBroken ? failure(403)(response) : success({ ad_groups: [group] })(response)
      if (/campaigns\/10$|campaign\/10$/.test(url)) return success(mine)(response)
      return 'access_token' in body ? success(viewerWith('ad_groups.change'))(response) : undefined
    })
    const page = await bench.open(
      inside(
        <CampaignGate campaignId={10}>
          <CampaignEntities />
        </CampaignGate>,
      ),
    )
    const buttonOf = (label: RegExp) =>
      [...page.container.querySelectorAll('button')].find(({ textContent }) => label.test(textContent ?? ''))
    await until(() => buttonOf(/^Try again$/) !== undefined)
    const add = buttonOf(/^Add /)
    expect([add?.getAttribute('aria-busy'), add?.getAttribute('aria-disabled')]).toEqual(['false', 'true'])
    isBroken = false
    await act(async () => buttonOf(/^Try again$/)?.click())
    await until(() => buttonOf(/^Add /)?.getAttribute('aria-disabled') === 'false')
    expect(buttonOf(/^Try again$/)).toBeUndefined()
  })
})

describe('the warning that money runs out', () => {
  const today = '2026-11-21'
  const runOut = (day: string): Serving['run_out'] => ({ limit: 'funds', day, is_early: true })

  test('comes in the last seven days only', () => {
    expect(isRunOutNear({ gate: null, run_out: runOut('2026-11-27') }, today)).toBe(true)
    expect(isRunOutNear({ gate: null, run_out: runOut('2026-11-28') }, today)).toBe(false)
    expect(isRunOutNear({ gate: null, run_out: runOut('2027-01-30') }, today)).toBe(false)
  })

  test('is gone once the money is: the status says it', () => {
    expect(isRunOutNear({ gate: 'no_funds', run_out: runOut('2026-11-22') }, today)).toBe(false)
  })

  test('depends on the pace, unless a last day ends it', async () => {
    const noticeOf = async (limit: SpendLimit) => {
      const run_out = { limit, day: new Date().toISOString().slice(0, 10), is_early: true }
      const mine = { ...campaign, campaign_id: 10, member_group_id: 1, advertiser_id: 1, time_zone: 'UTC' }
      const serving = { ...mine.serving, gate: null, run_out }
      bench.replyBy((response, _, url) => (url.endsWith('campaign/10') ? success({ ...mine, serving })(response) : undefined))
      const page = await bench.open(
        inside(
          <CampaignGate campaignId={10}>
            <RunOutNotice />
          </CampaignGate>,
        ),
      )
      await bench.shows(page, ' on ')
      return page.text()
    }
    expect(await noticeOf('insertion_order')).toMatch(/The insertion order runs out on .+At the current pace\.$/)
    expect(await noticeOf('line_end')).toMatch(/The line of the insertion order ends on [^.]+$/)
  })
})

test('today alone is not compared with a whole day', () => {
  const compared = { start_date: '2026-11-20', end_date: '2026-11-20' }
  const of = (start_date: string) => ({
    range: 'custom' as const,
    days: { start_date, end_date: '2026-11-21' },
    compare: 'previous_period' as const,
    compared,
  })
  expect(comparableDates(of('2026-11-21'), '2026-11-21')).toMatchObject({ compare: 'none', compared: undefined })
  expect(comparableDates(of('2026-11-15'), '2026-11-21')).toMatchObject({ compare: 'previous_period', compared })
})

test('the figures of a campaign are requested in its own currency', () => {
  const dates = {
    range: 'custom' as const,
    days: { start_date: '2026-11-01', end_date: '2026-11-21' },
    compare: 'none' as const,
    compared: undefined,
  }
  expect(metricsRequest({ memberGroupId: 1, campaignId: 10, currencyCode: 'EUR' }, dates, ['cost'])).toMatchObject({ currency_code: 'EUR' })
})

function Columns() {
  return useCampaignColumns({ key: 'name', header: 'Campaign', kind: 'text', value: ({ name }) => name }, async (of) => ({ row: of })).map(
    (column) =>
      column.isOptional ? null : <p key={column.key}>{`${column.key} ${column.width} ${column.edit ? 'editable' : 'fixed'};`}</p>,
  )
}

test('the columns that matter most come first, and fit a tablet', async () => {
  const text = (await bench.open(inside(<Columns />))).text()
  const keys = [...text.matchAll(/([a-z_]+) (\d+|undefined) /g)]
  expect(keys.slice(0, 6).map(([, key]) => key)).toEqual(['name', 'status', 'budget', 'cost', 'pacing_index', 'return_on_ad_spend'])
  const widths = keys.slice(1, 5).reduce((all, [, , width]) => all + Number(width), 0)
  expect(256 + widths).toBeLessThan(768 + 52)
})

test('the editor of an amount names its currency and the keys', async () => {
  const column: GridColumn<CampaignRow> = {
    key: 'budget',
    header: 'Budget',
    kind: 'money',
    value: ({ budget }) => budget,
    edit: { kind: 'number', currencyOf: () => ({ currency_code: 'EUR', currency_digits: 2 }), save: async (of) => ({ row: of }) },
  }
  const nothing = () => undefined
  const page = await bench.open(
    <CellEditor column={column} row={row} name="Lakes" change={undefined} onSave={nothing} onCancel={nothing} />,
  )
  expect(page.text()).toContain('€')
  expect(page.text()).toContain('Enter saves, Esc cancels')
})

test('a value with a consequence is saved only after the user has read it', async () => {
  const onSave = vi.fn()
  const column: GridColumn<CampaignRow> = {
    key: 'name',
    header: 'Campaign',
    kind: 'text',
    value: ({ name }) => name,
    edit: { kind: 'text', warn: () => 'It stops serving now', save: async (of) => ({ row: of }) },
  }
  const page = await bench.open(
    <CellEditor column={column} row={row} name="Lakes" change={undefined} onSave={onSave} onCancel={() => undefined} />,
  )
  const field = page.container.querySelector('input')
  const pressEnter = () => act(async () => field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await pressEnter()
  await bench.shows(page, 'It stops serving now', 'Save anyway')
  expect(onSave).not.toHaveBeenCalled()
  await pressEnter()
  await until(() => onSave.mock.calls.length === 1)
})

describe('a cell whose value has a consequence', () => {
  const warning = 'It stops serving now'
  /** Opens the editor; `answer` completes the check that is running. */
  const openEditor = async () => {
    const pending: (() => void)[] = []
    const column: GridColumn<CampaignRow> = {
      key: 'budget',
      header: 'Budget',
      kind: 'money',
      value: ({ budget }) => budget,
      edit: {
        kind: 'number',
        warn: () => new Promise((resolve) => pending.push(() => resolve(warning))),
        save: async (of) => ({ row: of }),
      },
    }
    const onSave = vi.fn()
    const page = await bench.open(
      <CellEditor column={column} row={row} name="Lakes" change={undefined} onSave={onSave} onCancel={() => undefined} />,
    )
    const input = page.container.querySelector('input')
    const press = (key: string, repeat = false) =>
      act(async () => void input?.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })))
    const answer = () => act(async () => pending.splice(0).forEach((resolve) => void resolve()))
    return { page, input, onSave, press, answer }
  }

  test('is not saved by a second Enter, or a held one, before the user sees the warning', async () => {
    const { page, onSave, press, answer } = await openEditor()
    await press('Enter')
    await press('Enter')
    await answer()
    await press('Enter', true)
    await answer()
    expect(page.text()).toContain(warning)
    expect(onSave).not.toHaveBeenCalled()
    await press('Enter')
    await answer()
    expect(onSave).toHaveBeenCalledOnce()
  })

  test('describes its field by the warning, which is announced and closes on a press outside', async () => {
    const { page, input, onSave, press, answer } = await openEditor()
    await press('Enter')
    await answer()
    const description = document.getElementById(input?.getAttribute('aria-describedby') ?? '')
    expect([description?.getAttribute('role'), description?.textContent]).toEqual(['alert', warning])
    await act(async () => {
      document.body.dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true }))
      input?.blur()
    })
    await answer()
    expect(page.text()).not.toContain(warning)
    expect(input?.getAttribute('aria-describedby')).toBeNull()
    expect(onSave).not.toHaveBeenCalled()
  })
})

/** The request bodies that have a field, without those sent before. */
const bodiesWith = (field: string, sentBefore: number) =>
  bench
    .bodies()
    .slice(sentBefore)
    .filter((body) => typeof body === 'object' && body !== null && field in body)

const listColumns: readonly ColumnInfo[] = [
  { key: 'name', header: 'Campaign', kind: 'text', filter: { kind: 'contains' } },
  { key: 'cost', header: 'Spend', kind: 'money', filter: { kind: 'between' } },
]
function Totals() {
  useMetricList({ endpoint: campaigns.report, field: 'campaigns', columns: listColumns })
  return null
}

describe('the totals of a list', () => {
  const comparisonsOf = async (path: string) => {
    const sentBefore = bench.bodies().length
    await bench.open(inside(<Totals />, { path }))
    await quiet()
    return bodiesWith('compared_to', sentBefore)
  }

  test('are compared with earlier days, unless a filter is on a metric, which finds other rows on other days', async () => {
    expect((await comparisonsOf('?filter.name=Lakes'))[0]).toMatchObject({ filters: [{ field: 'name', value: 'Lakes' }] })
    expect(await comparisonsOf('?filter.cost=1..')).toEqual([])
  })
})

describe('the count of a view', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  test('is read only while its button is shown, and with the metrics of one day', async () => {
    let width = 0
    let measureAgain: () => void = ignore
    class Observer {
      constructor(callback: () => void) {
        measureAgain = () => act(callback)
      }
      observe = ignore
      disconnect = ignore
    }
    vi.stubGlobal('ResizeObserver', Observer)
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => width)
    const days = { start_date: '2026-10-23', end_date: '2026-11-21' }
    const sentBefore = bench.bodies().length
    await bench.open(
      inside(
        <button type="button">
          <ViewCount query="filter.gate=denied" body={days} />
        </button>,
      ),
    )
    measureAgain()
    await quiet()
    expect(bodiesWith('start_date', sentBefore)).toEqual([])
    width = 120
    measureAgain()
    await until(() => bodiesWith('start_date', sentBefore).length > 0)
    expect(bodiesWith('start_date', sentBefore)).toMatchObject([{ start_date: days.end_date, filters: [{ field: 'gate' }] }])
  })
})

const Tabs = () => useListLayout('campaigns').tabs

describe('the tabs of the lists', () => {
  test('show how many campaigns wait for a review, from a read of the total alone', async () => {
    bench.replyBy((response, body, url) => {
      if (url.endsWith('campaigns_report')) success({ ...report, total: 23 })(response)
      else if ('access_token' in body) success(viewerWith('campaigns.review'))(response)
    })
    const tabs = (
      <ScopeProvider attributes={{ clientId: '1' }}>
        <ViewerProvider memberGroupId={1}>
          <Tabs />
        </ViewerProvider>
      </ScopeProvider>
    )
    await bench.shows(await bench.open(inside(tabs)), 'Review queue23')
    const read = bench.bodies().find((body) => JSON.stringify(body).includes('review_status_id'))
    expect(read).toMatchObject({ pagination: { start: 0, count: 0 } })
  })
})

describe('a preview of changes', () => {
  test('tells two campaigns of one name apart by their advertisers', async () => {
    const changed = (id: string, owner: string): ChangeRow => ({
      id,
      name: 'Autumn weekends',
      owner,
      currency_code: 'USD',
      fields: [{ field: 'status', before: 'active', after: 'paused' }],
      problem: null,
    })
    const rows = [changed('7', 'Harborline'), changed('9', 'Northwind')]
    const result = { of: 'campaigns' as const, rows, changed: 2, refused: 0, batch: null, effects: [] }
    const page = await bench.open(inside(<Preview results={[result]} isRetriedChange={false} />))
    await bench.shows(page, 'Harborline · #7', 'Northwind · #9')
  })
})
