import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { preloadLinks } from '../../demo/platform/demo-pages/preloads.ts'

const dist = mkdtempSync(join(tmpdir(), 'placard-preloads-'))
afterAll(() => rmSync(dist, { recursive: true }))
mkdirSync(join(dist, 'chunks'))
for (const locale of ['en-US', 'de', 'ja']) writeFileSync(join(dist, `chunks/words-${locale}-1.js`), '')
const paints = {
  'ad-sign-in': {
    files: ['chunks/react.js', 'chunks/sign-in.js'],
    words: 'chunks/words-*-1.js',
    wordsLoader: 'chunks/_words_sign-in.js',
  },
  'ad-console': { files: ['chunks/react.js', 'chunks/console.js'] },
}
writeFileSync(join(dist, 'first-paint.json'), JSON.stringify(paints))
const filesIn = (links: string) => [...links.matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)].map(([, file]) => file)

test('a page preloads the code of its tags once, and no messages for a tag without any', () => {
  const preloads = preloadLinks(dist)
  expect(filesIn(preloads(['ad-console'], 'de'))).toEqual(['chunks/react.js', 'chunks/console.js'])
  expect(filesIn(preloads(['ad-console', 'ad-sign-in'], 'en'))).toEqual([
    'chunks/react.js',
    'chunks/console.js',
    'chunks/sign-in.js',
    'chunks/_words_sign-in.js',
    'chunks/words-en-US-1.js',
  ])
  expect(preloads(['ad-unknown'], 'en')).toBe('')
})

test('a page that paints before its code runs preloads the code with a low priority', () => {
  const links = preloadLinks(dist)(['ad-console'], 'en', { isAfterPaint: true })
  expect(links).toBe(
    ['react', 'console'].map((name) => `<link rel="modulepreload" fetchpriority="low" href="/chunks/${name}.js">`).join(''),
  )
})

test('a page whose language is not known preloads no messages', () => {
  expect(filesIn(preloadLinks(dist)(['ad-sign-in']))).toEqual(['chunks/react.js', 'chunks/sign-in.js'])
})

test('the file of a locale is looked up once, and in watch mode for every request', () => {
  const italian = join(dist, 'chunks/words-it-1.js')
  const [once, always] = [preloadLinks(dist), preloadLinks(dist, true)]
  const locales = () => [once, always].map((preloads) => /words-([\w-]+)-1/.exec(preloads(['ad-sign-in'], 'it'))?.[1])
  writeFileSync(italian, '')
  expect(locales()).toEqual(['it', 'it'])
  rmSync(italian)
  expect(locales()).toEqual(['it', 'en-US'])
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['ja-JP', 'ja'],
  ['en-GB,en;q=0.5', 'en-US'],
  ['fr-CA', 'en-US'],
  ['*', 'en-US'],
  ['', 'en-US'],
  ['constructor', 'en-US'],
  ['__proto__', 'en-US'],
])('the messages preloaded for Accept-Language %o are those of %s', (languages, locale) => {
  expect(filesIn(preloadLinks(dist)(['ad-sign-in'], languages)).at(-1)).toBe(`chunks/words-${locale}-1.js`)
})
