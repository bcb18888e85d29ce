// @vitest-environment jsdom
import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { type ReactNode, Suspense, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acquireRuntime, releaseRuntime, type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import { TranslationProvider } from '../../src/kit/translation-provider.tsx'
import { type Mounted, mount, quiet, until } from '../support/ui/react-page.tsx'
import { createTranslationStore, type LoadTranslations } from '../../src/kit/translation-store.ts'

const texts: Readonly<Record<string, Messages>> = { 'en-US': { bye: ['Goodbye'] }, de: { bye: ['Tschüss'] }, ja: { bye: ['さようなら'] } }
const getToken = () => Promise.reject(new Error('signed out'))
let runtime: Runtime
let page: Mounted | undefined
beforeEach(() => {
  runtime = acquireRuntime({ apiBase: 'http://127.0.0.1:1', getToken })
})
afterEach(async () => {
  await page?.unmount()
  releaseRuntime(runtime)
})

let mounts = 0
function Field() {
  const { i18n } = useLingui()
  const [number] = useState(() => ++mounts)
  return (
    <label>
      {i18n._('bye')} {i18n.locale} {number}
      <input />
    </label>
  )
}
const tree = (load: LoadTranslations, locale: string, child: ReactNode = <Field />) => (
  <RuntimeProvider runtime={runtime}>
    <Suspense fallback="waiting">
      <TranslationProvider load={load} locale={locale}>
        {child}
      </TranslationProvider>
    </Suspense>
  </RuntimeProvider>
)
const load: LoadTranslations = async (locale) => texts[locale] ?? {}
const input = () => page?.container.querySelector('input')

describe('changing the locale at run time', () => {
  test('changes only texts: no remount, and input stays', async () => {
    page = await mount(tree(load, 'en-US'))
    await until(() => page?.text().startsWith('Goodbye en-US') === true)
    const field = input()
    const text = page.text()
    if (field) field.value = 'typed'
    for (const [locale, word] of [
      ['de', 'Tschüss de'],
      ['ja', 'さようなら ja'],
      ['en-US', 'Goodbye en-US'],
    ] as const) {
      await page.render(tree(load, locale))
      await until(() => page?.text().startsWith(word) === true)
      expect(input()).toBe(field)
    }
    expect([field?.value, page.text()]).toEqual(['typed', text])
  })

  test('keeps the old texts until the new ones are loaded', async () => {
    let arrive: (words: Messages) => void = () => undefined
    const slow: LoadTranslations = (locale) =>
      locale === 'de' ? new Promise((resolve) => (arrive = resolve)) : Promise.resolve(texts[locale] ?? {})
    page = await mount(tree(slow, 'en-US'))
    await until(() => page?.text().startsWith('Goodbye') === true)
    await page.render(tree(slow, 'de'))
    await quiet()
    expect(page.text()).toMatch(/^Goodbye en-US/)
    arrive(texts.de ?? {})
    await until(() => page?.text().startsWith('Tschüss') === true)
  })
})

describe('a locale falls back', () => {
  test.each([
    ['de-AT', 'de'],
    ['JA', 'ja'],
    ['xx', 'en-US'],
    ['', 'en-US'],
  ])('%j to %s', async (requests, locale) => {
    page = await mount(tree(load, requests))
    await until(() => page?.text().includes(` ${locale} `) === true)
  })

  test('an unknown message shows its id', async () => {
    page = await mount(tree(async () => ({}), 'de'))
    await until(() => page?.text().startsWith('bye de') === true)
  })
})

describe('the message store', () => {
  test('loads each surface and locale once for all elements', async () => {
    const requests: string[] = []
    const counted: LoadTranslations = async (locale) => {
      requests.push(locale)
      return texts[locale] ?? {}
    }
    const words = createTranslationStore()
    const [one, two] = await Promise.all([words.i18n(counted, 'de'), words.i18n(counted, 'de')])
    expect(one).toBe(two)
    await words.i18n(counted, 'ja')
    await words.i18n(load, 'de')
    expect(requests).toEqual(['de', 'ja'])
  })

  test('separates two surfaces with equal message ids', async () => {
    const words = createTranslationStore()
    const other: LoadTranslations = async () => ({ bye: ['Ade'] })
    const [one, two] = await Promise.all([words.i18n(load, 'de'), words.i18n(other, 'de')])
    expect([one._('bye'), two._('bye')]).toEqual(['Tschüss', 'Ade'])
  })

  test('loads messages again after a failure', async () => {
    let tries = 0
    const shaky: LoadTranslations = (locale) =>
      ++tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(texts[locale] ?? {})
    const words = createTranslationStore()
    await expect(words.i18n(shaky, 'de')).rejects.toThrow('offline')
    expect((await words.i18n(shaky, 'de'))._('bye')).toBe('Tschüss')
  })
})
