// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { email, emails, required } from '../../src/contract/fields/fields.rules.ts'
import { Problem } from '../../src/kit/problem.ts'
import { useRejection } from '../../src/parts/resource/form-rejection.ts'
import { EmailField } from '../../src/ui/form/address-fields.tsx'
import { EmailsField } from '../../src/ui/form/emails-field.tsx'
import { Form, SubmitButton } from '../../src/ui/form/form.tsx'
import { TextField } from '../../src/ui/form/text-field.tsx'
import { fieldOf, rejectedFields, useForm } from '../../src/ui/form/use-form.ts'
import { type Mounted, mount, until } from '../support/ui/react-page.tsx'
import { leave, paste, typeInto } from '../support/ui/typing.ts'
import type { Rejection } from '../../src/ui/form/use-submission.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const copies: readonly string[] = []
const initial = { name: '', owner: '', copies }
const rules = { name: [required], owner: [required, email], copies: [emails()] }

let page: Mounted
let root: ShadowRoot
let sent: (typeof initial)[] = []
let replies: (() => Promise<Rejection | undefined | void>)[] = []
let form: ReturnType<typeof useForm<typeof initial>>
let done: string[] = []
function Campaign() {
  form = useForm({
    initial,
    rules,
    submit: (values) => {
      sent.push(values)
      return replies.shift()?.() ?? Promise.resolve()
    },
    done: ({ name }) => done.push(`${name} ${form.isDirty ? 'dirty' : 'clean'}`),
  })
  return (
    <Form form={form} label="Campaign">
      <TextField {...form.field('name', 'Name')} />
      <EmailField {...form.field('owner', 'Owner')} />
      {form.values.name !== 'Without copies' && <EmailsField {...form.field('copies', 'Copies')} />}
      <SubmitButton form={form}>Create</SubmitButton>
    </Form>
  )
}
beforeEach(async () => {
  ;[sent, replies, done] = [[], [], []]
  root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
  page = await mount(
    <I18nProvider i18n={i18n}>
      <Campaign />
    </I18nProvider>,
    root,
  )
})
afterEach(() => page.unmount())

function input(name: string) {
  const found = root.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (!found) throw new Error(`There is no field ${name}`)
  return found
}
const described = (name: string) => {
  const ids = (input(name).getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => root.getElementById(id)?.textContent).filter(Boolean)
}
const press = (times = 1) =>
  act(async () => {
    for (let at = 0; at < times; at++) root.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  })
const fill = async () => {
  await typeInto(input('name'), 'Lakeside')
  await typeInto(input('owner'), 'dana@harborline.example')
}
const summary = () => root.querySelector('section')

describe('a validation error', () => {
  test('is shown after the field was left', async () => {
    expect([described('name'), input('name').getAttribute('aria-invalid')]).toEqual([[], 'false'])
    await leave(input('name'))
    expect([described('name'), input('name').getAttribute('aria-invalid')]).toEqual([['This field is required'], 'true'])
    expect(described('owner')).toEqual([])
    await typeInto(input('name'), 'L')
    expect(described('name')).toEqual([])
  })

  test('of every field is shown after a failed submit; the summary has the focus and links to the fields', async () => {
    await press()
    expect([sent, described('name'), described('owner')]).toEqual([[], ['This field is required'], ['This field is required']])
    expect(root.activeElement).toBe(summary())
    expect(summary()?.textContent).toContain('Fix 2 fields to continue')
    root.querySelectorAll('a')[1]?.click()
    expect(root.activeElement).toBe(input('owner'))
  })

  test('that is corrected leaves the summary, and the summary goes with the last one', async () => {
    await press()
    await typeInto(input('name'), 'Lakeside')
    expect([...root.querySelectorAll('section li')].map(({ textContent }) => textContent)).toEqual(['Owner: This field is required'])
    await typeInto(input('owner'), 'dana@harborline.example')
    expect(summary()).toBeNull()
  })

  test('of a single field needs no summary: the field takes the focus', async () => {
    await typeInto(input('name'), 'Lakeside')
    await press()
    expect(summary()).toBeNull()
    expect(root.activeElement).toBe(input('owner'))
    expect(described('owner')).toEqual(['This field is required'])
  })

  test('of a single field that is hidden is in the summary', async () => {
    replies = [async () => ({ text: 'Refused', fields: [{ path: 'copies', text: 'Choose who gets a copy' }] })]
    await fill()
    await typeInto(input('name'), 'Without copies')
    await press()
    expect(summary()?.textContent).toContain('Copies: Choose who gets a copy')
    expect(root.activeElement).toBe(summary())
  })

  test('is announced in advance: required fields are marked', () => {
    expect(['name', 'owner', 'copies'].map((name) => input(name).getAttribute('aria-required'))).toEqual(['true', 'true', 'false'])
    expect([...root.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual(['Name*', 'Owner*', 'Copies'])
  })
})

describe('submitting a form', () => {
  test('happens once, however often the button is pressed', async () => {
    let reply: () => void = () => undefined
    replies = [() => new Promise((resolve) => (reply = () => resolve()))]
    await fill()
    await press(3)
    expect([sent.length, form.isSending, root.querySelector('button[type=submit]')?.getAttribute('aria-busy')]).toEqual([1, true, 'true'])
    await press()
    await act(async () => reply())
    expect([sent.length, form.isSending, form.isDirty]).toEqual([1, false, false])
  })

  test('is disabled after success, until something changes', async () => {
    await fill()
    await press()
    await press()
    expect([sent.length, done]).toEqual([1, ['Lakeside clean']])
    await typeInto(input('name'), 'Seaside')
    await press()
    expect(sent.map(({ name }) => name)).toEqual(['Lakeside', 'Seaside'])
  })

  test('can be retried after a failure, and no input is lost', async () => {
    replies = [async () => ({ text: 'The platform is away', fields: [] })]
    await fill()
    await press()
    expect(summary()?.textContent).toContain('The platform is away')
    expect([input('name').value, form.isDirty, done]).toEqual(['Lakeside', true, []])
    await press()
    expect([sent.length, summary()]).toEqual([2, null])
  })

  test('marks refused fields until they change', async () => {
    replies = [async () => ({ text: 'Not accepted', fields: [{ path: 'name', text: 'Taken' }] })]
    await fill()
    await press()
    expect([described('name'), described('owner')]).toEqual([['Taken'], []])
    expect(root.activeElement).toBe(input('name'))
    await typeInto(input('name'), 'Free')
    expect(described('name')).toEqual([])
  })

  test('shows an unexpected failure and keeps everything', async () => {
    replies = [() => Promise.reject(new Error('of the test'))]
    const errors: string[] = []
    window.reportError = (error: unknown) => void errors.push(String(error))
    await fill()
    await press()
    await until(() => summary() !== null)
    expect(summary()?.textContent).toContain('Upload failed for an unknown reason')
    expect([errors, input('name').value]).toEqual([['Error: of the test'], 'Lakeside'])
  })
})

describe('changed fields', () => {
  test('are known by name, and no longer listed when they are as before', async () => {
    await typeInto(input('name'), 'L')
    expect([form.isDirty, form.changed]).toEqual([true, ['Name']])
    await typeInto(input('name'), '')
    expect(form.isDirty).toBe(false)
  })

  test('are reset with all errors', async () => {
    await fill()
    await typeInto(input('owner'), 'dana')
    await press()
    await act(async () => form.reset())
    expect([input('owner').value, form.isDirty, summary(), described('owner')]).toEqual(['', false, null, []])
  })
})

describe('an address list field', () => {
  const key = (name: string, node: Element = input('copies')) =>
    act(async () => {
      node.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
    })
  const tags = () => [...root.querySelectorAll('li button')]
  const add = async (text: string, by: string) => {
    await typeInto(input('copies'), text)
    await key(by)
  }

  test('accepts valid addresses with Tab and Enter, and keeps others as text', async () => {
    await add('a@harborline.example', 'Tab')
    await add('b@harborline.example', 'Enter')
    await add('nobody', 'Tab')
    expect([form.values.copies, input('copies').value, tags().length]).toEqual([
      ['a@harborline.example', 'b@harborline.example', 'nobody'],
      'nobody',
      2,
    ])
    await leave(input('copies'))
    expect(described('copies')[0]).toBe('A proper email is required')
  })

  test('accepts a comma and a paste of many, without duplicates, up to twenty', async () => {
    await typeInto(input('copies'), 'a0@harborline.example,')
    await paste(input('copies'), Array.from({ length: 23 }, (_, index) => `A${index} <a${index}@harborline.example>`).join('; '))
    expect(tags()).toHaveLength(20)
    expect(input('copies').value).toBe('a20@harborline.example, a21@harborline.example, a22@harborline.example')
    await leave(input('copies'))
    expect(described('copies')[0]).toBe('Use at most 20 addresses')
  })

  test('does not submit the form with Enter', async () => {
    const sends = async () => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
      await act(async () => void input('copies').dispatchEvent(event))
      return !event.defaultPrevented
    }
    expect(await sends()).toBe(false)
    await paste(input('copies'), 'a@harborline.example, b@harborline.example')
    expect(tags()).toHaveLength(2)
    expect(await sends()).toBe(false)
  })

  test('shortens addresses of more than forty characters and shows them in full on demand', async () => {
    const long = `${'night.desk.'.repeat(4)}of@harborline.example`
    await add(long, 'Enter')
    expect([tags()[0]?.textContent, tags()[0]?.getAttribute('aria-label')]).toEqual([`${long.slice(0, 40)}…`, `Remove ${long}`])
  })

  test('removes addresses by keyboard, and the focus stays close', async () => {
    for (const name of ['a', 'b', 'c']) await add(`${name}@harborline.example`, 'Enter')
    await act(async () => input('copies').focus())
    await key('Backspace')
    expect(root.activeElement).toBe(tags()[2])
    await key('ArrowLeft', tags()[2])
    await key('Delete', tags()[1])
    expect([form.values.copies, root.activeElement]).toEqual([['a@harborline.example', 'c@harborline.example'], tags()[0]])
  })
})

let reject: ReturnType<typeof useRejection> = () => async () => undefined
function Ask({ ownTexts = false }) {
  reject = useRejection(ownTexts ? { field: () => 'Check each digit', all: () => 'Not accepted' } : undefined)
  return null
}

describe('a platform error', () => {
  test('belongs to the field with the longest matching name', () => {
    expect(['budget', 'budget.amount', 'budget.amount.0', 'budgets', ''].map((path) => fieldOf(path, ['budget', 'budget.amount']))).toEqual(
      ['budget', 'budget.amount', 'budget.amount', undefined, undefined],
    )
  })

  test('without a field is shown for the whole form', () => {
    const fields = [
      { path: 'name', text: 'Taken' },
      { path: 'name', text: 'Long' },
      { path: 'pacing', text: 'Unknown' },
    ]
    expect(rejectedFields({ text: 'Not accepted', fields }, ['name'])).toEqual({
      faults: { name: { code: 'custom', text: 'Taken' } },
      text: 'pacing: Unknown',
    })
  })

  test('is read from a problem with fields; any other error is passed on', async () => {
    const page = await mount(
      <I18nProvider i18n={i18n}>
        <Ask />
      </I18nProvider>,
    )
    const reply = { error: 'Not accepted', fields: [{ path: 'name', rule: 'Taken' }] }
    const failing = (error: unknown) => reject(() => Promise.reject(error))(initial)
    expect(await failing(new Problem({ kind: 'invalid', status: 422, reply }))).toEqual({
      text: 'Not accepted',
      fields: [{ path: 'name', text: 'Taken' }],
    })
    const ruled = (rule: string) => new Problem({ kind: 'invalid', status: 422, reply: { fields: [{ path: 'name', rule }] } })
    expect(await failing(ruled('Expected 1 to 40 characters'))).toMatchObject({
      fields: [{ path: 'name', text: 'This field is required' }],
    })
    await expect(failing(new TypeError('of the test'))).rejects.toThrow('of the test')
    expect(await reject(async () => 'well')(initial)).toBe(undefined)
    await page.unmount()
  })

  test('with an own text stays at its field, also if the name of the field has a dot', async () => {
    const page = await mount(
      <I18nProvider i18n={i18n}>
        <Ask ownTexts />
      </I18nProvider>,
    )
    const fields = ['tax_id.value', 'name.0', 'pacing.0'].map((path) => ({ path, rule: 'Expected digits' }))
    const problem = new Problem({ kind: 'invalid', status: 422, reply: { fields } })
    expect(await reject(() => Promise.reject(problem))({ 'tax_id.value': '1', name: '' })).toMatchObject({
      fields: [{ path: 'tax_id.value' }, { path: 'name.0' }, { path: '' }],
    })
    await page.unmount()
  })
})

test('an invalid address is marked at once and stays apart from the next one', async () => {
  await typeInto(input('copies'), 'foo,')
  await typeInto(input('copies'), 'bar@harborline.example,')
  const labels = [...root.querySelectorAll('.address button')].map((button) => button.getAttribute('aria-label'))
  expect(labels).toEqual(['foo is not a valid address. Remove', 'Remove bar@harborline.example'])
  await fill()
  await press()
  expect([sent, described('copies')]).toEqual([[], expect.arrayContaining([expect.stringContaining('email')])])
})
