// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { Problem } from '../../src/kit/problem.ts'
import { type FormOf, ResourceForm, type Save, type Versioned } from '../../src/parts/resource/form.tsx'
import { TextField } from '../../src/ui/form/text-field.tsx'
import { type Mounted, mount, until } from '../support/ui/react-page.tsx'

type Values = { name: string; note: string }

// jsdom lacks dialogs, resize observers and constructable style sheets.
Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
HTMLDialogElement.prototype.showModal = function open() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const pages: Mounted[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.unmount()
})

interface Sent extends Save<Values> {
  readonly values: Values
}

let form: FormOf<Values>
let sent: Sent[]
/** Answers the next saves; a status rejects, nothing answers with the version. */
let replies: (number | undefined)[]

const save = async (values: Values, how: Save<Values>) => {
  sent.push({ values, ...how })
  const status = replies.shift()
  if (status !== undefined) throw new Problem({ kind: 'conflict', status })
  return { version: how.version + 1 }
}

interface Options extends Versioned<Values> {
  readonly latest?: () => Promise<Versioned<Values>>
  readonly confirm?: (values: Values) => Promise<boolean>
}

const fields = (now: FormOf<Values>) => {
  form = now
  return (
    <>
      <TextField {...now.field('name', 'Name')} />
      <TextField {...now.field('note', 'Note')} />
    </>
  )
}

async function open(options: Options) {
  sent = []
  replies = []
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  const guest = { root, path: '', leaving: createLeaveGuards() } as unknown as ElementContext // a form uses only these
  const tree = ({ values, version, latest, confirm }: Options) => (
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <ElementContextProvider value={guest}>
        <ResourceForm<Values>
          name="thing"
          label="Thing"
          initial={values}
          version={version}
          save={save}
          {...(latest && { latest })}
          {...(confirm && { confirm })}
          submit="Save thing"
        >
          {fields}
        </ResourceForm>
      </ElementContextProvider>
    </I18nProvider>
  )
  const page = await mount(tree(options), root)
  pages.push(page)
  return { page, put: (next: Options) => page.render(tree(next)) }
}

const type = (field: keyof Values, text: string) => act(async () => form.set(field, text))
const send = () => act(async () => void (await form.send()))
const press = (page: Mounted, label: string) =>
  act(async () => [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click())
const first = { values: { name: 'a', note: 'b' }, version: 1 }
const newer = { values: { name: 'theirs', note: 'new' }, version: 2 }

describe('a resource form', () => {
  test('sends the changed fields and the version that it shows', async () => {
    await open(first)
    await type('name', 'mine')
    await send()
    expect(sent).toEqual([{ values: { name: 'mine', note: 'b' }, changes: { name: 'mine' }, version: 1 }])
    expect(form.isDirty).toBe(false)
  })
  test('uses the version of the first save for a second one, before the record is loaded again', async () => {
    await open(first)
    await type('name', 'one')
    await send()
    await type('name', 'two')
    await send()
    expect(sent.map(({ version }) => version)).toEqual([1, 2])
  })
  test('takes over a newer version for fields that the user has not changed', async () => {
    const { put } = await open(first)
    await type('name', 'mine')
    await put(newer)
    expect([form.values, form.changes()]).toEqual([{ name: 'mine', note: 'new' }, { name: 'mine' }])
    await send()
    expect(sent).toEqual([{ values: { name: 'mine', note: 'new' }, changes: { name: 'mine' }, version: 2 }])
  })
  test('that asks first saves nothing after a no, and keeps the input', async () => {
    const answers = [false, true]
    const conflicts: Values[] = []
    const { page } = await open({
      ...first,
      confirm: async (values) => {
        conflicts.push(values)
        return answers.shift() ?? false
      },
    })
    await type('name', 'mine')
    await send()
    expect([sent, conflicts, form.isDirty]).toEqual([[], [{ name: 'mine', note: 'b' }], true])
    expect(page.container.querySelector('[role=alert]')).toBe(null)
    await send()
    expect([sent.length, form.isDirty]).toEqual([1, false])
  })
  test('shows a conflict and keeps the input', async () => {
    const { page } = await open(first)
    replies = [412]
    await type('name', 'mine')
    await send()
    expect(page.text()).toContain('This has changed since you opened it. Review the latest version, then try again.')
    expect(form.values.name).toBe('mine')
  })
  test('with `latest` asks on a conflict before applying the changes to the newer version', async () => {
    const { page } = await open({ ...first, latest: async () => newer })
    replies = [412]
    await type('name', 'mine')
    await act(async () => {
      // The answer arrives when the user has decided.
      void form.send()
    })
    await until(() => page.text().includes('Changed: Name and Note.'))
    await press(page, 'Save my changes')
    await until(() => sent.length === 2)
    expect(sent[1]).toEqual({ values: { name: 'mine', note: 'new' }, changes: { name: 'mine' }, version: 2 })
  })
  test('can discard unsaved changes', async () => {
    const { page } = await open(first)
    expect(page.text()).not.toContain('Discard changes')
    await type('name', 'mine')
    await press(page, 'Discard changes')
    expect([form.values, form.isDirty]).toEqual([first.values, false])
  })
})
