import { describe, expect, test } from 'vitest'
import { crumbsOf } from '../../src/surfaces/gallery/navigation/crumbs.tsx'
import { hrefOf } from '../../src/parts/navigation/link.tsx'
import { stepAt } from '../../src/surfaces/gallery/navigation/breadcrumb-exhibits.tsx'
import { tabAt } from '../../src/parts/navigation/tabs.tsx'
import { canGoTo, type Step } from '../../src/ui/navigation/stepper.tsx'
import { nextTab } from '../../src/ui/navigation/tab-bar.tsx'

const tabs = [{ id: 'overview' }, { id: 'budget' }, { id: 'history' }, { id: 'closed', disabledBecause: 'Not yet' }]
const tab = (pathname: string, query = '', defaultTab?: string, name?: string) =>
  tabAt(tabs, { pathname, query: new URLSearchParams(query) }, defaultTab, name)

describe('the open tab of an address', () => {
  test.each([
    ['that of the query, before anything else', tab('42/history', 'tab=budget', 'overview'), 'budget'],
    ['the last word of the path', tab('42/history', '', 'budget'), 'history'],
    ['the last word before the second-to-last', tab('budget/history'), 'history'],
    ['the second-to-last word of the path', tab('budget/42', '', 'history'), 'budget'],
    ['the default, when the path names none', tab('42/else', '', 'history'), 'history'],
    ['no word further up the path', tab('history/42/7', '', 'budget'), 'budget'],
    ['the first, when there is no default', tab('42'), 'overview'],
    ['the first, when the default is none of them', tab('', '', 'nowhere'), 'overview'],
    ['none that the query invents', tab('42/budget', 'tab=nowhere'), 'budget'],
    ['none that is closed', tab('42/closed', 'tab=closed', 'history'), 'history'],
    ['none that an empty query names', tab('', 'tab=', 'history'), 'history'],
    ['that of another word of the query', tab('', 'tab=budget&inner=history', undefined, 'inner'), 'history'],
    ['the word as it was meant, not as it was escaped', tab('42/%68istory'), 'history'],
    ['the first, when the path cannot be read', tab('%E0%A4%A/%'), 'overview'],
  ])('is %s', (_, found, wanted) => expect(found).toBe(wanted))

  test('is none without tabs, or when all are closed', () => {
    const address = { pathname: '', query: new URLSearchParams() }
    expect(tabAt([], address)).toBeUndefined()
    expect(tabAt([{ id: 'closed', disabledBecause: 'Not yet' }], address)).toBeUndefined()
  })
})

test('arrow keys cycle through tabs, mirrored from right to left', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'Tab']
  expect(keys.map((key) => nextTab(key, 0, 4, false))).toEqual([1, 3, 0, 3, undefined])
  expect(keys.map((key) => nextTab(key, 3, 4, true))).toEqual([2, 0, 0, 3, undefined])
})

describe('steps', () => {
  const steps: Step[] = [
    { id: 'step-1', label: 'One', state: 'done' },
    { id: 'step-2', label: 'Two', state: 'done' },
    { id: 'step-3', label: 'Three', state: 'error' },
    { id: 'step-review', label: 'Review', state: 'todo' },
  ]
  const at = (query: string, of = steps) => stepAt(of, new URLSearchParams(query))

  test('that are completed, other than the current one, can be clicked', () => {
    const clickable = (current: string) => steps.filter((step) => canGoTo(step, current)).map(({ id }) => id)
    expect(clickable('step-3')).toEqual(['step-1', 'step-2'])
    expect(clickable('step-1')).toEqual(['step-2'])
    expect(clickable('step-review')).toEqual(['step-1', 'step-2'])
  })

  test('are open by address up to the next one', () => {
    expect([at(''), at('step=step-1'), at('step=step-3'), at('step=step-review'), at('step=nowhere')]).toEqual([
      'step-3',
      'step-1',
      ...['step-3', 'step-3', 'step-3'],
    ])
    const done = steps.map((step) => ({ ...step, state: 'done' as const }))
    expect([at('', done), at('step=step-2', done), at('', [])]).toEqual(['step-review', 'step-2', undefined])
  })
})

describe('breadcrumbs', () => {
  const patterns = ['', 'clients', 'clients/:clientId', 'clients/:clientId/users/:userId', 'clients/:clientId/users/:userId/edit']

  test('link to each part with a screen, and to the start from one without', () => {
    expect(crumbsOf(patterns, 'clients/1/users/5/edit').map(({ segment, path }) => `${segment} → ${path}`)).toEqual([
      'clients → clients',
      '1 → clients/1',
      'users → ',
      '5 → clients/1/users/5',
      'edit → clients/1/users/5/edit',
    ])
    expect(crumbsOf(patterns, '')).toEqual([])
    expect(crumbsOf(patterns, '%E0%A4%A')).toEqual([{ segment: '%E0%A4%A', path: '' }])
  })
})

test.each([
  ['', 'clients/1', undefined],
  ['/admin', 'clients/1?tab=payment', '/admin/clients/1?tab=payment'],
  ['/admin/', 'clients/1', '/admin/clients/1'],
  ['/admin/', '', '/admin'],
  ['/', '', '/'],
  ['/', 'clients', '/clients'],
  ['/shop#', 'clients/1', '/shop#clients/1'],
  ['/shop?view=', 'clients/1?tab=payment', '/shop?view=clients%2F1%3Ftab%3Dpayment'],
  ['/shop?view=', '', '/shop?view='],
])('below %s name %s at %s', (base, path, href) => expect(hrefOf(base, path)).toBe(href))

test.each(['data:text/html,', 'vbscript:x', 'javascript:alert(1)//', ' da\tta:text/html,', 'blob:https://shop.example/', 'file:///etc'])(
  'below %j, which is no page, there are no links',
  (base) => expect(hrefOf(base, 'clients/1')).toBeUndefined(),
)
