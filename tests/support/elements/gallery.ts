import { expect as expectValue } from '@open-wc/testing'
import { hardToUse } from './axe.ts'
import { until } from './page-parts.ts'
import { person } from './person.ts'
import { afterEach, beforeEach } from './suite.ts'

interface Look {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly forcedColors?: 'active' | 'none'
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(':root { color-scheme: light dark } body { margin: 0; padding: 16px; background: light-dark(#fff, #131415) }')
/** Paths that the gallery went to, from the one that it was opened at. */
let visited: string[] = []

export const gallery = () => document.querySelector('ad-gallery') ?? expectValue.fail('The gallery is not open')

/** The address of the gallery's current screen, as its page would show it. */
export const currentPath = () => visited.at(-1) ?? ''

/** Sets the size of the page and the colours that its person prefers. */
export async function look({ width = 1280, height = 800, colorScheme = 'light', forcedColors = 'none' }: Look = {}) {
  await person.setViewportSize({ width, height })
  await person.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
}

/** Opens a screen of the gallery as the only one of the page, like the page at `/ui`. */
export async function open(path: string, given: Look = {}) {
  await look(given)
  await import('/dist/ad-gallery.js')
  document.documentElement.lang = 'en'
  document.adoptedStyleSheets = [sheet]
  const element = document.createElement('ad-gallery')
  for (const [name, value] of Object.entries({ theme: 'auto', 'link-base': '/ui', path })) element.setAttribute(name, value)
  visited = [path]
  element.addEventListener('ad-navigated', ({ detail }) => visited.push(detail.path))
  document.body.replaceChildren(element)
  scrollTo(0, 0)
  await until(() => element.shadowRoot?.querySelector('h2'), `the screen ${path}`)
  return element
}

/** Goes one step back, as the browser's button does through the page at `/ui`. */
export function goBack() {
  visited.pop()
  gallery().setAttribute('path', currentPath())
}

/** Begins each test of a file without a gallery, and fails each whose page complains of an error or of a breach of its rules. */
export function inGallery() {
  const complaints: string[] = []
  const complain = console.error
  beforeEach(() => {
    complaints.length = 0
    console.error = (...words) => complaints.push(words.join(' '))
  })
  afterEach(() => {
    console.error = complain
    document.body.replaceChildren()
    sessionStorage.clear()
    localStorage.clear()
    document.documentElement.removeAttribute('style')
    document.documentElement.removeAttribute('dir')
    document.adoptedStyleSheets = []
    expectValue(complaints).to.deep.equal([])
  })
  return complaints
}

/** The first button of a name. */
export const button = (name: string | RegExp) => person.getByRole('button', { name, exact: typeof name === 'string' }).first()

/** Presses a button with the keyboard. */
export const pressButton = (name: string | RegExp) => button(name).press('Enter')

export const dialog = (name: string | RegExp) => person.getByRole('dialog', { name })

/** Fails with each thing in the gallery that is hard to use for some people. */
export const isForEverybody = async () => expectValue(await hardToUse(gallery())).to.deep.equal([])

/** The page is not scrolled sideways. */
export const fitsWidth = () => until(() => document.documentElement.scrollWidth <= innerWidth, 'a page that is not too wide')
