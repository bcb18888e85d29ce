// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { queueActionOf } from '../../src/surfaces/campaigns/review/review.tsx'
import { LoadedPartsContext, useMarkLoaded, useLoadedParts } from '../../src/surfaces/campaigns/review/loaded-parts.tsx'
import { UnviewedContext, useViewedPages, useUnviewed } from '../../src/surfaces/campaigns/review/unviewed.ts'
import type { CampaignHistoryRow } from '../../src/contract/campaigns/edits.ts'
import { commentsSince } from '../../src/surfaces/campaigns/review/detail.tsx'
import { mount } from '../support/ui/react-page.tsx'

const still = () => undefined
const pressed = (key: string, part = {}) => ({ key, repeat: false, ctrlKey: false, metaKey: false, altKey: false, ...part })

describe('a key in the review queue', () => {
  const acts = { a: { run: still }, j: { run: still, isRepeated: true } }

  test('decides once while it is held', () => {
    expect(queueActionOf(acts, pressed('A'))).toBe(acts.a)
    expect(queueActionOf(acts, pressed('a', { repeat: true }))).toBeUndefined()
    expect(queueActionOf(acts, pressed('j', { repeat: true }))).toBe(acts.j)
  })

  test('with a modifier belongs to the browser', () => expect(queueActionOf(acts, pressed('a', { ctrlKey: true }))).toBeUndefined())
})

function Part({ name, isRead }: { name: string; isRead: boolean }) {
  useMarkLoaded(name, isRead)
  return null
}
function Queue({ parts }: { parts: Readonly<Record<string, boolean>> }) {
  const { isWhole, tell } = useLoadedParts()
  return (
    <LoadedPartsContext value={tell}>
      {Object.entries(parts).map(([name, isRead]) => (
        <Part key={name} {...{ name, isRead }} />
      ))}
      {isWhole ? 'all is read' : 'something is missing'}
    </LoadedPartsContext>
  )
}

test('a campaign cannot be approved before all its parts are loaded, except removed ones', async () => {
  const page = await mount(<Queue parts={{ pictures: false, groups: true }} />)
  expect(page.text()).toBe('something is missing')
  await page.render(<Queue parts={{ pictures: true, groups: true }} />)
  expect(page.text()).toBe('all is read')
  await page.render(<Queue parts={{ pictures: true, groups: false }} />)
  expect(page.text()).toBe('something is missing')
  await page.render(<Queue parts={{ pictures: true }} />)
  expect(page.text()).toBe('all is read')
  await page.unmount()
})

interface PagesProps {
  readonly start: number
  readonly read: Parameters<typeof useViewedPages>[2]['read']
}
function Pages(page: PagesProps) {
  return <b>{useViewedPages('groups', 'Ad groups', page) ?? 'unknown'} </b>
}
function Looked(page: PagesProps & { readonly isGone?: boolean }) {
  const { lists, tell } = useUnviewed()
  return (
    <UnviewedContext value={tell}>
      {page.isGone ? null : <Pages {...page} />}
      {lists.map(({ label, left }) => `${label} ${left}`).join()}
    </UnviewedContext>
  )
}

test('parts that were not on screen yet are counted by page, each page once', async () => {
  const page = await mount(<Looked start={0} read={undefined} />)
  expect(page.text()).toBe('unknown ')
  await page.render(<Looked start={0} read={{ shown: 20, total: 45 }} />)
  expect(page.text()).toBe('45 Ad groups 25')
  await page.render(<Looked start={20} read={undefined} />)
  expect(page.text()).toBe('45 Ad groups 25')
  await page.render(<Looked start={40} read={{ shown: 5, total: 45 }} />)
  expect(page.text()).toBe('45 Ad groups 20')
  await page.render(<Looked start={0} read={{ shown: 20, total: 45 }} />)
  expect(page.text()).toBe('45 Ad groups 20')
  await page.render(<Looked start={20} read={{ shown: 20, total: 45 }} />)
  expect(page.text()).toBe('45 ')
  await page.unmount()
})

test('parts that are removed need no review', async () => {
  const page = await mount(<Looked start={0} read={{ shown: 20, total: 45 }} />)
  await page.render(<Looked start={0} read={{ shown: 20, total: 45 }} isGone />)
  expect(page.text()).toBe('')
  await page.unmount()
})

describe('the comment for the reviewer', () => {
  const change = (kind: CampaignHistoryRow['kind'], comment: string | null): CampaignHistoryRow => ({
    campaign_change_id: 1,
    campaign_id: 1,
    ad_group: null,
    at: '2026-11-20T00:00:00Z',
    user: null,
    partner: null,
    fields: [],
    batch: null,
    undo_of: null,
    undone_by: null,
    kind,
    comment,
  })

  test('is that of the submission and its changes since the last decision', () => {
    const first = [change('changed', null), change('submitted', 'For the season')]
    expect(commentsSince(first).map(({ comment }) => comment)).toEqual(['For the season'])
    const again = [change('changed', 'Another picture'), change('denied', 'The picture is wrong'), ...first]
    expect(commentsSince(again).map(({ comment }) => comment)).toEqual(['Another picture'])
    const undone = [change('approval_undone', null), { ...change('approved', null), undone_by: 9 }, ...again]
    expect(commentsSince(undone).map(({ comment }) => comment)).toEqual(['Another picture'])
  })
})
