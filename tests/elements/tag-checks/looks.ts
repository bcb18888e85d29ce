import { rootOf } from '../../support/elements/page-parts.ts'
import { comes, contentOf, onPage, type OpenPage, shown, turn, unless } from './page.ts'

// The page around the element belongs to the host: only it has a first heading and landmarks.
const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false }, 'frame-tested': { enabled: false } }
const looks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  'right to left': { dir: 'rtl' },
}

async function audit({ window }: OpenPage, element: Element, look: string) {
  const { violations } = await window.axe.run(element, { rules, iframes: false, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${look}: ${id}: ${target.flat().join(' ')}`))
}

/** Accessible and not wider than its place, in light, in dark and from right to left. */
export const isAccessible = onPage(async (page, subject) => {
  await page.load('/node_modules/axe-core/axe.min.js')
  const faults: string[] = []
  for (const [look, attributes] of Object.entries(looks)) {
    page.document.documentElement.style.cssText = `color-scheme:${attributes.theme ?? 'light'};background:Canvas`
    const element = await shown(page, subject, attributes)
    faults.push(...(await audit(page, element, look)))
    faults.push(...unless(element.scrollWidth <= element.clientWidth, `${look}: is wider than its place`))
    element.remove()
  }
  return faults
})

/** Changes its language at run time, in the same nodes. */
export const changesLanguage = onPage(async (page, subject) => {
  const element = await shown(page, subject, { locale: 'en-US' })
  const root = rootOf(element)
  const inner = root.firstElementChild
  const before = root.textContent
  element.locale = 'de'
  const hasChanged = await comes(() => contentOf(element) && root.textContent !== before)
  return [
    ...unless(hasChanged, 'keeps its language'),
    ...unless(element.getAttribute('locale') === 'de', 'does not write locale'),
    ...unless(root.firstElementChild === inner, 'is drawn anew for another language'),
  ]
})

/** Changes its theme and the host's tokens at run time, in the same nodes. */
export const changesTheme = onPage(async (page, subject) => {
  const element = await shown(page, subject, { theme: 'light' })
  const content = contentOf(element)
  const colour = () => {
    const now = contentOf(element)
    return now && page.window.getComputedStyle(now).color
  }
  const light = colour()
  element.theme = 'dark'
  const isDark = await comes(() => colour() !== light)
  element.themeTokens = { text: 'rgb(1, 2, 3)' }
  const isGiven = await comes(() => colour() === 'rgb(1, 2, 3)')
  element.themeTokens = undefined
  await turn()
  return [
    ...unless(isDark, 'looks the same in dark'),
    ...unless(isGiven, 'does not take the tokens of its host'),
    ...unless(colour() !== 'rgb(1, 2, 3)', 'keeps tokens that its host took away'),
    ...unless(contentOf(element) === content, 'is drawn anew for another theme'),
  ]
})
