import { describe, expect, test } from 'vitest'
import {
  catalogNames,
  compileMessages,
  completeLocales,
  extractMessages,
  locales,
  pseudoLocale,
  readCatalog,
  sourceLocale,
  surfaceTexts,
  type Catalog,
} from '../../locales/catalogs.mjs'
import { type Locale, locales as specified } from '../../src/contract/locales.ts'
import { comparisonLabels, dateRangeLabels } from '../../src/ui/date/range-labels.ts'
import { filesUnder } from '../house/source.ts'
import { fallbackFaults, formFaults, placeholdersOf, pseudoFaults, strayFiles, catalogFaults } from '../house/words.ts'
import { sampleOf } from '../support/platform/audit.ts'

const dateLabels = [...Object.values(dateRangeLabels), ...Object.values(comparisonLabels)].map(({ id }) => id)
const dateLocales = ['es', 'zh-Hant-TW']

const requiredIn = (locale: string, name: string, extracted: Catalog) => {
  if (completeLocales.includes(locale)) return Object.keys(extracted)
  return dateLocales.includes(locale) && name === 'core' ? dateLabels : []
}

describe.each(catalogNames)('%s', (name) => {
  test.each(specified)('%s is complete where required, and correct everywhere', async (locale) => {
    const extracted = await extractMessages(name)
    const catalog = await readCatalog(name, locale)
    expect(catalogFaults({ name, locale, extracted, catalog, required: requiredIn(locale, name, extracted) })).toEqual([])
  })
})

const surfaces = catalogNames.filter((name) => !['core', 'parts'].includes(name))
/** Pages load one module of messages for each surface, and `core` for the error pages. The messages of `parts` are in the surfaces' modules. */
const modules = ['core', ...surfaces]
const allTextsOf = async (locale: string) => Object.assign({}, ...(await Promise.all(modules.map((name) => surfaceTexts(name, locale)))))

test.each(specified)('%s shows a text for every message of every catalog', async (locale) => {
  const texts = await allTextsOf(locale)
  const extracted = await Promise.all(catalogNames.map((name) => extractMessages(name)))
  expect(extracted.flatMap(Object.entries).flatMap(([id, { message }]) => (texts[id] ? [] : [message]))).toEqual([])
})

/** Locales that do not fall back directly to en-US, with their next fallback, from the specification. */
const specialFallbacks: Partial<Record<Locale, Locale>> = {
  'ja-JP': 'ja',
  'Es-419': 'es',
  'zh-TW': 'zh-Hant-TW',
  'fr-CA': 'fr-FR',
}
const chainOf = (locale: Locale): Locale[] => [
  locale,
  ...(specialFallbacks[locale] ? chainOf(specialFallbacks[locale]) : locale === 'en-US' ? [] : chainOf('en-US')),
]

describe.each(modules)('%s', (name) => {
  test.each(sampleOf(specified, 6))('%s has its own messages, and falls back to the closest locale', async (locale) => {
    const names = new Set(['core', 'parts', name].filter((one) => catalogNames.includes(one)))
    const catalogOf = async (one: Locale): Promise<Catalog> =>
      Object.assign({}, ...(await Promise.all([...names].map((each) => readCatalog(each, one)))))
    const texts = await surfaceTexts(name, locale)
    expect(Object.keys(texts)).not.toEqual([])
    expect(fallbackFaults(locale, texts, await Promise.all(chainOf(locale).map(catalogOf)))).toEqual([])
    expect(await compileMessages(name, locale)).toContain('export const messages')
  })

  test('the pseudo-locale has every message', async () => {
    const module: { messages: Record<string, unknown> } = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(await compileMessages(name, pseudoLocale))}`
    )
    const texts = await surfaceTexts(name, sourceLocale)
    const extracted = Object.fromEntries(Object.entries(texts).map(([id, message]) => [id, { message }]))
    expect(pseudoFaults(extracted, module.messages)).toEqual([])
  })

  test('has the same text for a message as every other module', async () => {
    const allTexts = await allTextsOf(sourceLocale)
    const texts = await surfaceTexts(name, sourceLocale)
    expect(Object.keys(texts).filter((id) => allTexts[id] !== texts[id])).toEqual([])
  })
})

test.each(surfaces)('%s loads every message of its own files', async (name) => {
  const texts = await surfaceTexts(name, sourceLocale)
  expect(Object.keys(await extractMessages(name)).filter((id) => !texts[id])).toEqual([])
})

test('the date labels are core messages', async () => {
  const core = await extractMessages('core')
  expect(dateLabels.filter((id) => !core[id])).toEqual([])
  expect(Object.keys(dateRangeLabels)).toHaveLength(13)
})

test('the locales are those of the specification', () => {
  expect(locales).toEqual([...specified, pseudoLocale])
  expect(strayFiles(filesUnder('locales'), locales, catalogNames)).toEqual([])
})

describe('each catalog error is reported', () => {
  const extracted: Catalog = { a: { message: 'Close' }, b: { message: '<0>{count} of {total}</0>' } }
  const right: Catalog = { a: { translation: 'Schließen' }, b: { translation: '{total}: <0>{count}</0>' } }
  const faults = (catalog: Catalog, required = ['a', 'b']) => catalogFaults({ name: 'core', locale: 'de', extracted, catalog, required })

  test('none in a correct catalog', () => {
    expect(faults(right)).toEqual([])
  })

  test('a message that is missing from the catalog', () => {
    const { a: _, ...rest } = right
    expect(faults(rest)).toEqual(['de/core: “Close” is not in the catalog; npm run words'])
  })

  test('a message without a translation', () => {
    expect(faults({ ...right, a: { translation: '' } })).toEqual(['de/core: “Close” has no translation'])
  })

  test('an obsolete message', () => {
    expect(faults({ ...right, c: { message: 'Open', translation: 'Öffnen' } })).toHaveLength(1)
    expect(faults({ ...right, a: { translation: 'Schließen', obsolete: true } })).toHaveLength(1)
  })

  test.each([
    '{total}: {count}',
    '<0>{count}</0>',
    '<0>{count} von {Total}</0>',
    '<0>{count} von {total}</0> <1/>',
    '<0>{count, number} von {total}</0>',
  ])('different placeholders: %s', (translation) => {
    expect(faults({ ...right, b: { translation } })).toHaveLength(1)
  })

  test('a wrong translation that is not required', () => {
    expect(faults({ b: { translation: 'nichts' } }, [])).toHaveLength(1)
  })

  test.each([
    ['{n, plural, one {# Klick} other {# Klicks}}', 'de', []],
    ['{n, plural, other {# クリック}}', 'ja', []],
    ['{n, plural, =0 {keine} one {einer} other {#}}', 'de', []],
    ['{n, plural, other {# Klicks}}', 'de', ['lacks the form one']],
    ['{n, plural, one {# クリック} other {#}}', 'ja', ['has the form one, which ja does not know']],
    ['{n, selectordinal, one {#st} other {#th}}', 'en-US', ['lacks the form two', 'lacks the form few']],
    ['{a, select, x {{n, plural, other {#}}} other {y}}', 'de', ['lacks the form one']],
    ['{a, select, x {y}}', 'de', ['lacks the form other']],
    ['{count', 'de', ['does not parse']],
    ['Schließen', 'de', []],
  ])('plural forms: %s in %s', (message, locale, what) => {
    expect(formFaults(message, locale)).toEqual(what)
  })

  test('different options of a selection', () => {
    expect(placeholdersOf('{a, select, x {1} other {2}}')).toEqual(placeholdersOf('{a, select, other {zwei} x {eins}}'))
    expect(placeholdersOf('{a, select, x {1} other {2}}')).not.toEqual(placeholdersOf('{a, select, y {1} other {2}}'))
  })

  test('a text of the wrong locale', () => {
    const chain: Catalog[] = [{}, { a: { translation: 'Schließen' } }, { a: { translation: 'Close' } }]
    expect(fallbackFaults('de-AT', { a: 'Schließen', b: 'Open' }, chain)).toEqual([])
    expect(fallbackFaults('de-AT', { a: 'Close' }, chain)).toEqual(['de-AT: “Close” should be “Schließen”'])
  })

  test('a tag that is missing inside a plural; different plural forms are allowed', () => {
    expect(placeholdersOf('{n, plural, one {# click} other {# clicks}}')).toEqual(placeholdersOf('{n, plural, few {#} many {#} other {#}}'))
    expect(placeholdersOf('{n, plural, other {# <0>x</0>}}')).not.toEqual(placeholdersOf('{n, plural, other {# x}}'))
  })

  test('a message that is missing or unchanged in the pseudo-locale', () => {
    expect(pseudoFaults(extracted, { a: ['Ćĺōśē'], b: ['<0>', ['count'], ' ōƒ ', ['total'], '</0>'] })).toEqual([])
    expect(pseudoFaults(extracted, { a: ['Close'] })).toEqual([
      'pseudo-locale: “Close” is left as it is',
      'pseudo-locale: “<0>{count} of {total}</0>” is missing',
    ])
  })

  test('a folder of an unknown locale, and an unknown file', () => {
    expect(
      strayFiles(['locales/xx/core.po', 'locales/de/old.po', 'locales/de/core.po', 'locales/words.mjs'], ['de'], ['core']),
    ).toHaveLength(2)
  })
})
