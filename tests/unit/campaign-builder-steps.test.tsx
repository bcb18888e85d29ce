// @vitest-environment jsdom
import { act, type ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { AdvertiserRow } from '../../src/contract/advertisers/advertisers.ts'
import type { AdGroupDraft, CampaignDraft } from '../../src/contract/drafts/drafts.ts'
import type { StepKey } from '../../src/contract/templates/templates.rules.ts'
import { CampaignTemplate } from '../../src/contract/templates/templates.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ScopeProvider } from '../../src/parts/scope/scope.tsx'
import { useContinue, useFocusNewStep } from '../../src/surfaces/campaign-builder/builder/use-steps.ts'
import { BuilderProvider } from '../../src/surfaces/campaign-builder/context.tsx'
import { type DraftContext, DraftProvider } from '../../src/surfaces/campaign-builder/draft/context.ts'
import CampaignBuilder from '../../src/surfaces/campaign-builder/index.tsx'
import { useReviewSections } from '../../src/surfaces/campaign-builder/review/sections.tsx'
import { GroupEntities } from '../../src/surfaces/campaign-builder/steps/ad-group-fields.tsx'
import { viewerWith } from '../support/identity/viewer.ts'
import { leastOf } from '../support/ui/least-value.ts'
import { success } from '../support/ui/loopback.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { mount, until } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
const ignore = () => undefined
HTMLElement.prototype.scrollIntoView = ignore
Object.assign(globalThis, {
  ResizeObserver: class {
    observe = ignore
    unobserve = ignore
    disconnect = ignore
  },
})

interface StepProps {
  readonly step?: StepKey
  readonly isChoosing: boolean
  readonly hasChoiceFailed?: boolean
  readonly onReady: (now: ReturnType<typeof useContinue>) => void
  readonly proceed: () => void
  readonly explain: () => void
}
function Step({ step = 'step-3', isChoosing, hasChoiceFailed = false, onReady, ...continuation }: StepProps) {
  onReady(useContinue(step, { isChoosing, hasChoiceFailed }, continuation))
  return null
}

describe('Continue', () => {
  /** A step whose chosen entities are being saved. */
  async function fixture() {
    let proceeded = 0
    let explained = 0
    let now: Parameters<StepProps['onReady']>[0] = { isWaiting: false, onContinue: ignore }
    const given = {
      proceed: () => {
        proceeded += 1
      },
      explain: () => {
        explained += 1
      },
      onReady: (next: typeof now) => {
        now = next
      },
    }
    const page = await mount(<Step {...given} isChoosing />)
    const seen = () => ({ isWaiting: now.isWaiting, proceeded, explained })
    const set = (props: Omit<StepProps, keyof typeof given>) => page.render(<Step {...given} {...props} />)
    return { seen, set, press: () => act(async () => now.onContinue()) }
  }

  test('waits until the chosen entities are saved', async () => {
    const { seen, press, set } = await fixture()
    await press()
    expect(seen()).toEqual({ isWaiting: true, proceeded: 0, explained: 0 })
    await set({ isChoosing: false })
    expect(seen()).toEqual({ isWaiting: false, proceeded: 1, explained: 0 })
  })

  test('stays on the step with a notice if one of them could not be saved, and proceeds when it is pressed again', async () => {
    const { seen, press, set } = await fixture()
    await press()
    await set({ isChoosing: false, hasChoiceFailed: true })
    expect(seen()).toEqual({ isWaiting: false, proceeded: 0, explained: 1 })
    await press()
    expect(seen()).toEqual({ isWaiting: false, proceeded: 1, explained: 1 })
  })

  test('does not proceed from another step, nor later from its own', async () => {
    const { seen, press, set } = await fixture()
    await press()
    await set({ step: 'step-1', isChoosing: true })
    expect(seen()).toEqual({ isWaiting: false, proceeded: 0, explained: 0 })
    await set({ step: 'step-3', isChoosing: true })
    await set({ step: 'step-3', isChoosing: false })
    expect(seen()).toEqual({ isWaiting: false, proceeded: 0, explained: 0 })
  })
})

function Title({ step, isAfterStart = false }: { readonly step: string; readonly isAfterStart?: boolean }) {
  const title = useFocusNewStep(step, isAfterStart)
  return (
    <h3 ref={title} tabIndex={-1}>
      {step}
    </h3>
  )
}

/** The text of the title, if it has the focus. */
const focusedTitle = () => document.querySelector('h3:focus')?.textContent

describe('the name of a step', () => {
  test('gets the focus when the step changes, but not when a page opens with a draft', async () => {
    const page = await mount(<Title step="Basics" />)
    expect(document.activeElement).toBe(document.body)
    await page.render(<Title step="Budget" />)
    expect(focusedTitle()).toBe('Budget')
    await page.unmount()
  })

  test('gets the focus on the first step after the start screen', async () => {
    const page = await mount(<Title step="Basics" isAfterStart />)
    expect(focusedTitle()).toBe('Basics')
    await page.unmount()
  })
})

const bench = partBench()
/** The paths to which the element has navigated. */
const paths: string[] = []
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
  notify: ignore,
  navigate: (path) => void paths.push(path),
}

test('the only advertiser is chosen without an entry in the browser history', async () => {
  paths.length = 0
  const advertiser = leastOf(AdvertiserRow as never) as AdvertiserRow // an advertiser with the least values
  bench.replyBy((response, body, url) => {
    if (url.includes('advertisers_report')) success({ advertisers: [{ ...advertiser, advertiser_id: 7 }], total: 1 })(response)
    else if ('access_token' in body) success(viewerWith('campaigns.create'))(response)
  })
  await bench.open(
    <ElementContextProvider value={context}>
      <CampaignBuilder clientId="1" emit={() => true} />
    </ElementContextProvider>,
  )
  await until(() => bench.urls().some((url) => url.includes('advertisers/7')))
  expect(paths).toEqual([])
})

const uuid = '6f1c2f0e-5a0b-4c55-9d2a-0d6f6f1c2f0e'
const draft: CampaignDraft = {
  campaign_draft_uuid: uuid,
  member_group_id: 1,
  advertiser_id: 7,
  experience_id: null,
  campaign_template_id: 3,
  flow: 'templated',
  step: 'templated-review',
  steps: ['step-1', 'step-basic-info', 'step-3', 'templated-review'],
  reached: 'templated-review',
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

/** Shows a part of the builder with an open draft. */
const inDraft = (children: ReactNode, store: Partial<DraftContext['store']> = {}) => {
  const desk = {
    state: { draft, data: draft.data },
    draftConstraints: { insertion_orders: [], assets: [] },
    currency: { currency_code: 'USD', currency_digits: 2 },
    store,
    clientId: 1,
    advertiserId: 7,
  } as never as DraftContext // only what these parts read
  const builder = { emit: () => true, experienceId: undefined, templateId: undefined, copyOf: undefined, setOnlyAdvertiser: ignore }
  return (
    <ElementContextProvider value={context}>
      <BuilderProvider value={builder}>
        <ScopeProvider attributes={{ clientId: '1', advertiserId: '7' }}>
          <DraftProvider value={desk}>{children}</DraftProvider>
        </ScopeProvider>
      </BuilderProvider>
    </ElementContextProvider>
  )
}

function Sections() {
  const { items } = useReviewSections('step-1')
  return items.map(({ id, label, value }) => (
    <p key={id}>
      {label}: {value}
    </p>
  ))
}

test('the review names a template that is no longer active', async () => {
  const template = leastOf(CampaignTemplate as never) as CampaignTemplate // a template with the least values
  bench.replyBy((response, _, url) => {
    if (url.includes('templates/3')) success({ ...template, campaign_template_id: 3, name: 'Autumn' })(response)
    else if (url.includes('templates')) success({ campaign_templates: [] })(response)
  })
  const page = await bench.open(inDraft(<Sections />))
  await bench.shows(page, 'Template: Autumn')
})

test('Continue waits for the entities of an ad group', async () => {
  const entity = { entity_id: 1, internal_id: 'H-1', name: 'Inn', category: '', status: 'active', is_added: false }
  bench.replyBy((response, _, url) => {
    if (url.includes('available_entities_report')) success({ entities: [entity], total: 1, added: 0, categories: [] })(response)
  })
  const pending: Promise<boolean>[] = []
  const choose = async (request: Promise<boolean>) => void pending.push(request)
  const group = { ad_group_draft_uuid: uuid, entity_count: 0, data: {}, version: 1 } as AdGroupDraft // only what the picker reads
  const page = await bench.open(inDraft(<GroupEntities group={group} />, { choose }))
  const boxes = () => page.container.querySelectorAll('input.pick')
  await until(() => boxes().length === 2)
  await act(async () => boxes()[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  expect(pending).toHaveLength(1)
})
