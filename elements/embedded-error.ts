import { wordsOf } from './error-words.ts'
import { coreWords } from './frame-words.ts'

const part = (tag: string, text: string) => {
  const node = document.createElement(tag)
  node.textContent = text
  return node
}

/** The code stands in the address, where anybody may write; only what looks like one is shown. */
const shownCode = (code: string) => (/^[a-z_]{1,40}$/.test(code) ? code : 'unknown')

/** Draws the page that says why another one cannot be shown, and what to do. */
export async function drawError(code: string, into: HTMLElement = document.body) {
  const i18n = await coreWords(document.documentElement.lang || navigator.language)
  const { title, text } = wordsOf(code)
  const main = document.createElement('main')
  main.className = 'note'
  main.append(part('h1', i18n._(title)), part('p', i18n._(text)), part('code', shownCode(code)))
  document.title = i18n._(title)
  into.replaceChildren(main)
}
