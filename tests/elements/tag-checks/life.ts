import { next, rootOf } from '../../support/elements/page-parts.ts'
import { comes, contentOf, make, onPage, openPage, shown, type Subject, turn, unless } from './page.ts'

/** Reserves its space as soon as it is defined, shows a skeleton, then its content or an error. */
export async function showsContent(subject: Subject) {
  const page = await openPage()
  try {
    const element = make(page, subject)
    page.document.body.append(element)
    const tells = subject.isSurface ? next(element, 'ad-ready') : Promise.resolve()
    const loading = page.load(subject.script)
    await comes(() => element.shadowRoot)
    // React may render one frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const isHeld = !subject.isSurface || element.shadowRoot?.querySelector('.waiting, .skeleton') || contentOf(element)
    const { height } = element.getBoundingClientRect()
    await loading
    const hasContent = await comes(() => contentOf(element))
    if (!hasContent) return ['never shows anything']
    return [
      ...unless(isHeld, 'shows nothing while it waits'),
      ...unless(height >= subject.height, `keeps ${height} of ${subject.height} px while it waits`),
      ...unless(await Promise.race([tells.then(() => true), comes(() => false)]), 'never says that it is ready'),
    ]
  } finally {
    page.close()
  }
}

/** Moving within the page is no disconnect: the content keeps the same nodes. */
export const keepsNodesWhenMoved = onPage(async (page, subject) => {
  const element = await shown(page, subject)
  const inner = rootOf(element).firstElementChild
  const content = contentOf(element)
  const other = page.document.createElement('section')
  page.document.body.append(other)
  other.append(element)
  await turn()
  const shadowRoot = rootOf(element)
  return unless(shadowRoot.firstElementChild === inner && shadowRoot.contains(content), 'is drawn anew when it is moved')
})

/** Two elements on one page are independent. */
export const isIndependent = onPage(async (page, subject) => {
  const english = rootOf(await shown(page, subject, { locale: 'en-US' }))
  const german = rootOf(await shown(page, subject, { locale: 'de' }))
  const sizeOf = (root: ShadowRoot) => root.querySelectorAll('*').length
  const isApart = () => english.textContent !== german.textContent
  // Both must show the same state, which may change once more after the first content.
  const isTranslated = await comes(() => sizeOf(english) === sizeOf(german) && isApart())
  await turn()
  return unless(isTranslated && isApart(), 'takes the language of its neighbour')
})

/** Works under a strict policy with Trusted Types, without a violation. */
export async function worksUnderStrictPolicy(subject: Subject) {
  const page = await openPage(`/pages/strict?script=${encodeURIComponent(subject.script)}`)
  try {
    const element = make(page, subject)
    page.document.body.append(element)
    const isShown = await comes(() => contentOf(element))
    await turn()
    const violations: readonly string[] = Reflect.get(page.window, 'violations')
    return [...violations, ...unless(isShown, 'shows nothing under a strict policy')]
  } finally {
    page.close()
  }
}
