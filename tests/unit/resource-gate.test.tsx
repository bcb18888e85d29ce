// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Problem, type ProblemKind } from '../../src/kit/problem.ts'
import { createResource, ResourceGate, useResource } from '../../src/parts/resource/resource.tsx'
import { type Mounted, mount } from '../support/ui/react-page.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

interface Thing {
  readonly name: string
}

const thing = createResource<Thing>('ThingGate')
const Name = () => <p>{useResource(thing).name}</p>

const pages: Mounted[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.unmount()
})

interface Reply {
  readonly data?: Thing
  readonly error?: ProblemKind
  readonly fatal?: readonly ProblemKind[]
}

/** Opens a gate with a response; returns the page and how often the user retried. */
async function open({ data, error, fatal }: Reply) {
  let retries = 0
  const mutate = async () => {
    retries += 1
  }
  const page = await mount(
    <I18nProvider i18n={i18n}>
      <ResourceGate
        read={{ data, error: error && new Problem({ kind: error }), mutate }}
        brokenHeading="The thing could not be read"
        missing="There is no such thing"
        refused="Ask for access to things"
        isForeign={({ name }) => name === 'foreign'}
        {...(fatal && { fatal })}
      >
        {({ name }) => <p>{name}</p>}
      </ResourceGate>
    </I18nProvider>,
  )
  pages.push(page)
  return { page, retries: () => retries }
}

describe('a resource gate', () => {
  test('shows the record after it is loaded', async () => {
    const { page } = await open({ data: { name: 'mine' } })
    expect(page.text()).toBe('mine')
  })
  test('shows a skeleton while the record loads', async () => {
    const { page } = await open({})
    expect(page.text()).not.toContain('thing')
  })
  test('shows that a record is missing', async () => {
    const { page } = await open({ error: 'missing' })
    expect(page.text()).toBe('There is no such thing')
  })
  test("shows another client's record as missing", async () => {
    const { page } = await open({ data: { name: 'foreign' } })
    expect(page.text()).toBe('There is no such thing')
  })
  test('names whom to ask for a refused record', async () => {
    const { page } = await open({ error: 'refused' })
    expect(page.text()).toBe('Ask for access to things')
  })
  test('offers a retry for any other error', async () => {
    const { page, retries } = await open({ error: 'unreachable' })
    expect(page.text()).toContain('The thing could not be read')
    page.container.querySelector('button')?.click()
    expect(retries()).toBe(1)
  })
  test('keeps the record on screen when a reload fails', async () => {
    const { page } = await open({ data: { name: 'mine' }, error: 'unreachable' })
    expect(page.text()).toBe('mine')
  })
  test('replaces a record that a reload no longer finds', async () => {
    const { page } = await open({ data: { name: 'mine' }, error: 'missing' })
    expect(page.text()).toBe('There is no such thing')
  })
  test('can hide the record when access is revoked', async () => {
    const kept = await open({ data: { name: 'mine' }, error: 'refused' })
    expect(kept.page.text()).toBe('mine')
    const hidden = await open({ data: { name: 'mine' }, error: 'refused', fatal: ['missing', 'refused'] })
    expect(hidden.page.text()).toBe('Ask for access to things')
  })
})

describe('a resource context', () => {
  test('gives the record to the components inside', async () => {
    const page = await mount(
      <thing.Context value={{ name: 'mine' }}>
        <Name />
      </thing.Context>,
    )
    pages.push(page)
    expect(page.text()).toBe('mine')
  })
  test('names the missing gate', async () => {
    await expect(mount(<Name />)).rejects.toThrow('A component that needs ThingGate is used outside of it')
  })
})
