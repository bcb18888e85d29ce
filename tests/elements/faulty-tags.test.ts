import { expect } from '@open-wc/testing'
import { patience } from '../support/elements/page-parts.ts'
import { clearsRemovedAttributes, keepsEarlyProperties, readsFlags } from './tag-checks/attributes.ts'
import { leavesNothing, leaksNoMemory } from './tag-checks/dispose.ts'
import { isIndependent, showsContent, worksUnderStrictPolicy, keepsNodesWhenMoved } from './tag-checks/life.ts'
import { changesLanguage, changesTheme, isAccessible } from './tag-checks/looks.ts'
import type { Check, Prop, Subject } from './tag-checks/page.ts'
import { containsErrors } from './tag-checks/trouble.ts'
import { afterEach, before, describe, it } from '../support/elements/suite.ts'

const props: readonly Prop[] = [
  { name: 'clientId', attribute: 'client-id', kind: 'text', shape: 'string' },
  { name: 'locale', attribute: 'locale', kind: 'text', shape: 'string' },
  { name: 'theme', attribute: 'theme', kind: 'text', shape: 'string' },
  { name: 'readonly', attribute: 'readonly', kind: 'flag', shape: 'boolean' },
  { name: 'getToken', kind: 'property', shape: 'function' },
]
const subjectOf = (fault: string): Subject => {
  const file = `/tests/elements/pages/faulty-element.js?fault=${fault}`
  return { tag: 'faulty-element', script: file, start: file, entry: file, isSurface: true, height: 100, props, events: [] }
}

/** Each check with the faults that it finds, and its messages. */
const checks: readonly (readonly [Check, Readonly<Record<string, string>>])[] = [
  [
    showsContent,
    {
      'no-content': 'never shows anything',
      'no-waiting': 'shows nothing while it waits',
      'no-place': 'px while it waits',
      'no-ready': 'never says that it is ready',
    },
  ],
  [
    isAccessible,
    {
      pale: 'light: color-contrast',
      dim: 'dark: color-contrast',
      unnamed: 'button-name',
      left: 'right to left: is wider',
    },
  ],
  [keepsEarlyProperties, { 'no-early': 'hides the tag’s own' }],
  [readsFlags, { 'no-bare': 'a bare readonly is not true', 'no-flag-written': 'does not write its attribute' }],
  [clearsRemovedAttributes, { stale: 'is still' }],
  [keepsNodesWhenMoved, { move: 'drawn anew when it is moved' }],
  [changesLanguage, { 'one-language': 'keeps its language', 'language-anew': 'drawn anew for another language' }],
  [
    changesTheme,
    {
      'no-dark': 'the same in dark',
      'no-tokens': 'does not take the tokens',
      'token-stays': 'keeps tokens',
      'theme-anew': 'drawn anew for another theme',
    },
  ],
  [isIndependent, { shared: 'language of its neighbour' }],
  [
    containsErrors,
    {
      'no-boundary': 'does not say that it is broken',
      'no-state': 'does not say crashed by its state',
      'no-reason': 'gives no reason',
      'no-retry': 'offers no other try',
      'no-telling': 'does not tell its host',
      'dead-retry': 'does not come back',
      sibling: 'takes its sibling with it',
    },
  ],
  [worksUnderStrictPolicy, { style: 'style-src', html: 'require-trusted-types-for' }],
  [
    leavesNothing(10),
    {
      'no-listener-end': '10 × resize of Window',
      'no-interval-end': '10 × setInterval',
      'no-observer-end': '10 × ResizeObserver',
      'no-port-end': '10 × MessageChannel',
      'no-request-end': '5 × request of /v1/things',
      node: '10 × node of the page',
      'page-listener': '1 × hashchange of Window',
    },
  ],
  [leaksNoMemory(10), { heap: '10 mounts leave' }],
]

describe('each fault of a tag is found by its check', () => {
  before(() => {
    patience.ms = 1000
  })
  afterEach(() => document.body.replaceChildren())

  it('and a correct tag passes', async () => {
    for (const [check] of checks) expect(await check(subjectOf('none'))).to.deep.equal([])
  }).timeout(60_000)

  for (const [check, faults] of checks)
    for (const [fault, words] of Object.entries(faults))
      it(fault, async () => {
        expect((await check(subjectOf(fault))).join('\n')).to.contain(words)
      }).timeout(60_000)
})
