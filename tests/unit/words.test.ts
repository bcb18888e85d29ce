import { describe, expect, test } from 'vitest'
import {
  catalogNames,
  compileWords,
  completeLocales,
  extractWords,
  locales,
  pseudoLocale,
  readWords,
  sourceLocale,
  surfaceTexts,
  type Words,
} from '../../locales/catalogs.mjs'
import { type Locale, locales as specified } from '../../src/contract/locales.ts'
import { comparisonLabels, dateRangeLabels } from '../../src/ui/date/range-labels.ts'
import { filesUnder } from '../house/source.ts'
import { fallbackFaults, formFaults, placeholdersOf, pseudoFaults, strayFiles, wordFaults } from '../house/words.ts'
import { sampleOf } from '../support/platform/audit.ts'

const dateLabels = [...Object.values(dateRangeLabels), ...Object.values(comparisonLabels)].map(({ id }) => id)
const dateLocales = ['es', 'zh-Hant-TW']

const requiredIn = (locale: string, name: string, extracted: Words) => {
  if (completeLocales.includes(locale)) return Object.keys(extracted)
  return dateLocales.includes(locale) && name === 'core' ? dateLabels : []
}

describe.each(catalogNames)('%s', (name) => {
  test.each(specified)('%s is complete where required, and correct everywhere', async (locale) => {
    const extracted = await extractWords(name)
    const words = await readWords(name, locale)
    expect(wordFaults({ name, locale, extracted, words, required: requiredIn(locale, name, extracted) })).toEqual([])
  })
})

const surfaces = catalogNames.filter((name) => !['core', 'parts'].includes(name))
const modules = ['core', ...surfaces]
const loadedBy = async (locale: string) => Object.assign({}, ...(await Promise.all(modules.map((name) => surfaceTexts(name, locale)))))

test.each(specified)('%s shows a text for every message of every catalog', async (locale) => {
  const texts = await loadedBy(locale)
  const extracted = await Promise.all(catalogNames.map((name) => extractWords(name)))
  expect(extracted.flatMap(Object.entries).flatMap(([id, { message }]) => (texts[id] ? [] : [message]))).toEqual([])
})

/** Fallback locales of each locale, from the specification. */
const before: Partial<Record<Locale, Locale>> = {
  'ja-JP': 'ja',
  'Es-419': 'es',
  'zh-TW': 'zh-Hant-TW',
  'fr-CA': 'fr-FR',
  'en-US': undefined,
}
const chainOf = (locale: Locale): Locale[] => [
  locale,
  ...(before[locale] ? chainOf(before[locale]) : locale === 'en-US' ? [] : chainOf('en-US')),
]

describe.each(modules)('%s', (name) => {
  test.each(sampleOf(specified, 6))('%s has its own messages, and falls back to the closest locale', async (locale) => {
    const names = new Set(['core', 'parts', name].filter((one) => catalogNames.includes(one)))
    const wordsOf = async (one: Locale): Promise<Words> =>
      Object.assign({}, ...(await Promise.all([...names].map((each) => readWords(each, one)))))
    const texts = await surfaceTexts(name, locale)
    expect(Object.keys(texts)).not.toEqual([])
    expect(fallbackFaults(locale, texts, await Promise.all(chainOf(locale).map(wordsOf)))).toEqual([])
    expect(await compileWords(name, locale)).toContain('export const messages')
  })

  test('the pseudo-locale has every message', async () => {
    const module: { messages: Record<string, unknown> } = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(await compileWords(name, pseudoLocale))}`
    )
    const texts = await surfaceTexts(name, sourceLocale)
    const extracted = Object.fromEntries(Object.entries(texts).map(([id, message]) => [id, { message }]))
    expect(pseudoFaults(extracted, module.messages)).toEqual([])
  })

  test('has no messages of files that it does not load', async () => {
    const all = await loadedBy(sourceLocale)
    const own = await surfaceTexts(name, sourceLocale)
    expect(Object.keys(own).filter((id) => all[id] !== own[id])).toEqual([])
  })
})

test.each(surfaces)('%s has every message of its own in one catalog', async (name) => {
  const own = await surfaceTexts(name, sourceLocale)
  expect(Object.keys(await extractWords(name)).filter((id) => !own[id])).toEqual([])
})

test('the date labels are core messages', async () => {
  const core = await extractWords('core')
  expect(dateLabels.filter((id) => !core[id])).toEqual([])
  expect(Object.keys(dateRangeLabels)).toHaveLength(13)
})

test('the locales are those of the specification', () => {
  expect(locales).toEqual([...specified, pseudoLocale])
  expect(strayFiles(filesUnder('locales'), locales, catalogNames)).toEqual([])
})

describe('each catalog error is reported', () => {
  const extracted: Words = { a: { message: 'Close' }, b: { message: '<0>{count} of {total}</0>' } }
  const right: Words = { a: { translation: 'Schließen' }, b: { translation: '{total}: <0>{count}</0>' } }
  const faults = (words: Words, required = ['a', 'b']) => wordFaults({ name: 'core', locale: 'de', extracted, words, required })

  test('none in a correct catalog', () => {
    expect(faults(right)).toEqual([])
  })

  test('a message that was not extracted', () => {
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
    const chain: Words[] = [{}, { a: { translation: 'Schließen' } }, { a: { translation: 'Close' } }]
    expect(fallbackFaults('de-AT', { a: 'Schließen', b: 'Open' }, chain)).toEqual([])
    expect(fallbackFaults('de-AT', { a: 'Close' }, chain)).toEqual(['de-AT: “Close” should be “Schließen”'])
  })

  test('a plural without its number, but not one with other forms', () => {
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
