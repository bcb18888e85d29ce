import { closestLocale, defaultLocale, fallbacksOf } from '../../src/contract/locales.ts'
import { errorTextsOf } from './error-texts.ts'
import { loadCoreMessages } from './frame-error.ts'

const part = (tag: string, text: string) => {
  const node = document.createElement(tag)
  node.textContent = text
  return node
}

/** The code comes from the URL, which anyone can edit, so only text in the form of a code is shown. */
const shownCode = (code: string) => (/^[a-z_]{1,40}$/.test(code) ? code : 'unknown')

/** The language of a locale's texts, which may be that of a fallback. */
async function localeOfTexts(locale: string) {
  const { completeLocales } = await import('words:core')
  const ownLocale = closestLocale(locale)
  return [ownLocale, ...fallbacksOf(ownLocale)].find((one) => completeLocales.includes(one)) ?? defaultLocale
}

/** Renders the error page: why the embedded page cannot be shown, and what to do. */
export async function drawError(code: string, container: HTMLElement = document.body) {
  const i18n = await loadCoreMessages(navigator.language)
  const { title, text } = errorTextsOf(code)
  const main = document.createElement('main')
  main.className = 'note'
  main.append(part('h1', i18n._(title)), part('p', i18n._(text)), part('code', shownCode(code)))
  document.title = i18n._(title)
  document.documentElement.lang = await localeOfTexts(i18n.locale)
  container.replaceChildren(main)
}
