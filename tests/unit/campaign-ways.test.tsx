// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Experience } from '../../src/contract/clients/experiences.ts'
import { CampaignTemplate } from '../../src/contract/templates/templates.ts'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { ScopeProvider } from '../../src/parts/scope/scope.tsx'
import { BuilderProvider } from '../../src/surfaces/campaign-builder/context.tsx'
import { draftCopies } from '../../src/surfaces/campaign-builder/draft/local-copies.ts'
import { StartScreen } from '../../src/surfaces/campaign-builder/start/start.tsx'
import NewCampaignMenu from '../../src/surfaces/campaigns/list/new-campaign-menu.tsx'
import type { MenuProps } from '../../src/ui/dialog/menu.tsx'
import { leastOf } from '../support/ui/least-value.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import type { Mounted } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
// The open menu is Shoelace's, which jsdom cannot run.
vi.mock('../../src/ui/dialog/menu.tsx', () => ({
  Menu: ({ items }: MenuProps) =>
    items.map(({ id, label, note }) => (
      <p key={id}>
        {label}
        <small>{note}</small>
      </p>
    )),
}))

const bench = partBench()
const context: ElementContext = {
  ask: async () => true,
  tag: 'ad-campaign-builder',
  locale: 'en-US',
  linkBase: '/',
  isInheriting: false,
  path: '?way=templated',
  revision: 0,
  root: document.createElement('div').attachShadow({ mode: 'open' }),
  leaving: createLeaveGuards(),
  emit: () => true,
  notify: () => undefined,
  navigate: () => undefined,
}
const builder = { emit: () => true, experienceId: undefined, templateId: undefined, copyOf: undefined, setOnlyAdvertiser: () => undefined }
const inside = (children: ReactNode) => (
  <ElementContextProvider value={context}>
    <BuilderProvider value={builder}>
      <ScopeProvider attributes={{ clientId: '1', advertiserId: '7' }}>{children}</ScopeProvider>
    </BuilderProvider>
  </ElementContextProvider>
)

const template = leastOf(CampaignTemplate as never) as CampaignTemplate // a template with the least values
const experience = leastOf(Experience as never) as Experience // an experience with the least values
const templatesOf = ['Summer', 'Autumn', 'Hotels on site'].map((name, index) => ({
  ...template,
  campaign_template_id: index + 1,
  flow: 'templated',
  name,
  description: `${name} as usual`,
  experience_id: index === 2 ? 3 : null,
}))

/** The texts of these nodes once all templates are listed. */
async function textsOf(page: Mounted, selector: string) {
  await bench.shows(page, ...templatesOf.map(({ name }) => name))
  return [...page.container.querySelectorAll(selector)].map(({ textContent }) => textContent)
}
const start = <StartScreen advertiserId={7} copies={draftCopies('me')} onBegin={() => undefined} />

beforeEach(() => {
  const at = 'GET /v1/member_groups/1'
  bench.reply({
    [`${at}/templates/active_templates`]: { campaign_templates: templatesOf },
    [`${at}/experiences`]: { experiences: [{ ...experience, experience_id: 3 }] },
    [`${at}/experiences/assets`]: { assets: [] },
  })
})

test('the menu of the list and the start screen have the same ways and templates, with the same words', async () => {
  const menu = await textsOf(await bench.open(inside(<NewCampaignMenu />)), 'p')
  const screen = await textsOf(await bench.open(inside(start)), 'label:has(input[type=radio])')
  expect(menu).toHaveLength(3 + templatesOf.length)
  expect(screen).toEqual([...menu.slice(0, 3), expect.stringMatching(/^Template/), expect.stringMatching(/^Copy/), ...menu.slice(3)])
})

test('the experiences appear together with the templates, so that the button below them does not move when it is pressed', async () => {
  expect(await textsOf(await bench.open(inside(start)), 'label')).toContain('Experience')
})
