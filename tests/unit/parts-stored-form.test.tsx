// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeForms, setFormOwner } from '../../src/kit/session/stored-forms.ts'
import { safeStorageOf } from '../../src/kit/safe-storage.ts'
import { useStoredForm } from '../../src/parts/resource/stored-form.ts'
import { Form } from '../../src/ui/form/form.tsx'
import { PasswordField } from '../../src/ui/form/password-field.tsx'
import { TextField } from '../../src/ui/form/text-field.tsx'
import { type Mounted, mount } from '../support/ui/react-page.tsx'
import { typeInto } from '../support/ui/typing.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const memory = safeStorageOf(() => sessionStorage)
const initial: { name: string; word: string; code: string; count: number | null } = { name: 'Ines', word: '', code: '', count: null }
let form: ReturnType<typeof useStoredForm<typeof initial>>
let page: Mounted

function Profile() {
  form = useStoredForm({ initial, submit: async () => undefined })
  return (
    <Form form={form} label="Profile">
      <TextField {...form.field('name', 'Name')} />
      <PasswordField {...form.field('word', 'Word')} />
      <TextField {...form.field('code', 'Code')} autoComplete="one-time-code" />
    </Form>
  )
}
const open = async () => {
  page = await mount(
    <I18nProvider i18n={i18n}>
      <Profile />
    </I18nProvider>,
  )
}
const type = (name: string, text: string) => {
  const field = page.container.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (!field) throw new Error(`There is no field ${name}`)
  return typeInto(field, text)
}
beforeEach(() => {
  sessionStorage.clear()
  setFormOwner('3', memory)
  history.replaceState(null, '', '/clients/1?x=1')
})
afterEach(() => page.unmount())

test('input is restored with its changed state, and passwords are never stored', async () => {
  await open()
  for (const [name, text] of [
    ['name', 'Inés'],
    ['word', 'Correct-horse-1'],
    ['code', '424242'],
  ] as const)
    await type(name, text)
  storeForms('/clients/1?x=2')
  await page.unmount()
  expect(Object.values({ ...sessionStorage })).toEqual(['{"name":"Inés"}'])
  await open()
  expect([form.values, form.isDirty, form.changed]).toEqual([{ ...initial, name: 'Inés' }, true, ['Name']])
  await page.unmount()
  await open()
  expect([form.values, form.isDirty]).toEqual([initial, false])
})

test('stored input that does not fit the form is ignored', async () => {
  await open()
  await type('name', 'a')
  storeForms('/clients/1')
  await page.unmount()
  const [key = ''] = Object.keys({ ...sessionStorage })
  sessionStorage.setItem(key, JSON.stringify({ name: 7, word: ['x'], count: 5, stranger: 'y' }))
  await open()
  expect(form.values).toEqual({ ...initial, count: 5 })
})

test('a removed or unchanged form stores nothing', async () => {
  await open()
  storeForms('/clients/1')
  await type('name', 'b')
  await page.unmount()
  storeForms('/clients/1')
  expect(sessionStorage.length).toBe(0)
  await open()
})
