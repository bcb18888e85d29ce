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
/** The paths of the gallery, starting with the opened one. */
let visited: string[] = []

export const gallery = () => document.querySelector('ad-gallery') ?? expectValue.fail('The gallery is not open')

/** The current path of the gallery, as its page would show it. */
export const currentPath = () => visited.at(-1) ?? ''

/** Sets the viewport and the user's colour preferences. */
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

/** Goes one step back, as the back button does on the page at `/ui`. */
export function goBack() {
  visited.pop()
  gallery().setAttribute('path', currentPath())
}

/** Starts each test of a file without a gallery, and fails tests whose page logs errors or policy violations. */
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

/** The first button with a name. */
export const button = (name: string | RegExp) => person.getByRole('button', { name, exact: typeof name === 'string' }).first()

/** Presses a button with the keyboard. */
export const pressButton = (name: string | RegExp) => button(name).press('Enter')

export const dialog = (name: string | RegExp) => person.getByRole('dialog', { name })

/** Fails if the gallery breaks an accessibility rule. */
export const expectAccessible = async () => expectValue(await hardToUse(gallery())).to.deep.equal([])

/** Waits until the page has no horizontal overflow. */
export const fitsWidth = () => until(() => document.documentElement.scrollWidth <= innerWidth, 'a page that is not too wide')
