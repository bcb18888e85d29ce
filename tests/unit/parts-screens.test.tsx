// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { useLeaveGuard } from '../../src/parts/resource/leave-guard.tsx'
import { paramsOf, type Routes, Screens, findScreen } from '../../src/parts/navigation/screens.tsx'
import { type Mounted, mount, until } from '../support/ui/react-page.tsx'

const patterns = [
  '',
  ':entityLabel',
  ':campaignId',
  ':campaignId/ad_groups',
  ':campaignId/ad_groups/:adGroupId',
  'review-media',
  'ad_groups',
]

describe('path parameters', () => {
  test.each([
    ['', '', {}],
    ['review-media', 'review-media', {}],
    [':campaignId', '42', { campaignId: '42' }],
    [':campaignId/ad_groups/:adGroupId', '42/ad_groups/7', { campaignId: '42', adGroupId: '7' }],
    [':entityLabel', 'd%C3%A9p%C3%B4ts', { entityLabel: 'dépôts' }],
    [':entityLabel', 'a%2Fb', { entityLabel: 'a/b' }],
  ])('%s takes %s', (pattern, pathname, params) => expect(paramsOf(pattern, pathname)).toEqual(params))

  test.each([
    ['', 'hotels'],
    [':campaignId', 'hotels'],
    [':campaignId', '42a'],
    [':campaignId', '12345678901'],
    [':campaignId', '-1'],
    [':campaignId', ''],
    [':entityLabel', ''],
    ['review-media', 'review-medium'],
    [':campaignId', '42/ad_groups'],
    [':campaignId/ad_groups', '42'],
  ])('%s does not take %s', (pattern, pathname) => expect(paramsOf(pattern, pathname)).toBeUndefined())

  test.each(['%', '%E0%A4%A', '%zz', '100%', '%C3%28'])('a broken escape is kept as text: %s', (pathname) => {
    expect(paramsOf(':entityLabel', pathname)).toEqual({ entityLabel: pathname })
    expect(paramsOf(':campaignId', pathname)).toBeUndefined()
    expect(paramsOf(`review-media/${pathname}`, `review-media/${pathname}`)).toEqual({})
  })
})

describe('the screen of a path', () => {
  test.each([
    ['', '', {}],
    ['review-media', 'review-media', {}],
    ['ad_groups', 'ad_groups', {}],
    ['42', ':campaignId', { campaignId: '42' }],
    ['hotels', ':entityLabel', { entityLabel: 'hotels' }],
    ['42nd-street', ':entityLabel', { entityLabel: '42nd-street' }],
    ['42/ad_groups', ':campaignId/ad_groups', { campaignId: '42' }],
    ['42/ad_groups/7', ':campaignId/ad_groups/:adGroupId', { campaignId: '42', adGroupId: '7' }],
  ])('for %s is %s', (pathname, pattern, params) => {
    expect(findScreen(patterns, pathname)).toEqual({ pattern, params })
    expect(findScreen(patterns.toReversed(), pathname)).toEqual({ pattern, params })
  })

  test('is none without a match', () => {
    expect(findScreen(patterns, '42/elsewhere')).toBeUndefined()
    expect(findScreen([], '')).toBeUndefined()
  })
})

const quietly = () => undefined
const pages: Mounted[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.unmount()
})

const routes: Routes = {
  '': async () => ({ default: () => <h2>All</h2> }),
  ':campaignId': async () => ({ default: ({ params }) => <h2>Campaign {params.campaignId}</h2> }),
}

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

async function open(first: string, shown = routes) {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const leaving = createLeaveGuards()
  const at = (path: string) => {
    const guest: ElementContext = {
      ask: async () => true,
      tag: 'ad-campaigns',
      locale: 'en-US',
      linkBase: '',
      isInheriting: false,
      root,
      path,
      emit: () => true,
      notify: () => undefined,
      navigate: () => undefined,
      revision: 0,
      leaving,
    }
    return (
      <I18nProvider i18n={i18n}>
        <ElementContextProvider value={guest}>
          <Screens routes={shown} />
        </ElementContextProvider>
      </I18nProvider>
    )
  }
  const page = await mount(at(first))
  pages.push(page)
  return { ...page, leaving, go: (path: string) => page.render(at(path)) }
}

test('the screen of a path does not depend on the query', async () => {
  const page = await open('/42?tab=budget')
  await until(() => page.text() === 'Campaign 42')
})

test('an unknown or broken address shows a missing page', async () => {
  expect((await open('a/b')).container.querySelector('h2')).not.toBeNull()
  expect((await open('%E0%A4%A')).container.textContent).not.toContain('Campaign')
})

const Draft = () => {
  const guard = useLeaveGuard(true)
  return (
    <>
      {guard}
      <input defaultValue="as it began" />
    </>
  )
}

test('the previous screen is removed at once without a question or saving, even while the next one is loading', async () => {
  const page = await open('create', {
    create: async () => ({ default: Draft }),
    slow: () => new Promise(() => undefined),
  })
  const input = () => page.container.querySelector('input')
  await until(() => input() !== null)
  const first = input()
  if (first) first.value = 'typed'
  await page.go('slow')
  expect(input()).toBeNull()
  let gone = 0
  page.leaving.runLeaveGuards('elsewhere', () => gone++, quietly)
  expect(gone).toBe(1)
  await page.go('create')
  await until(() => input() !== null)
  expect(input()?.value).toBe('as it began')
})

const Keeping = () => useLeaveGuard(true, { keeps: () => true })

test('leaving the page asks even when every inner path is allowed', async () => {
  const page = await open('create', { create: async () => ({ default: () => <Keeping /> }) })
  const isStopped = (to: string | undefined) => {
    let gone = 0
    page.leaving.runLeaveGuards(to, () => gone++, quietly)
    return gone === 0
  }
  await until(() => isStopped(undefined))
  expect(isStopped('elsewhere')).toBe(false)
})
