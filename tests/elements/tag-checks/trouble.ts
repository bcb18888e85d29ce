import { noToken, rootOf, until } from '../../support/elements/page-parts.ts'
import { comes, contentOf, make, onPage, type OpenPage, shown, type Subject, unless } from './page.ts'

const alertIn = ({ shadowRoot }: Element) => shadowRoot?.querySelector('[role=alert]')
const isCrashed = (element: Element) => alertIn(element)?.matches('[data-state=crashed]') === true
const retryIn = (element: Element) => alertIn(element)?.querySelector<HTMLElement>('button, [role=button]')

type Shown = (props: unknown) => unknown

interface Started {
  readonly declaration: { surface: () => Promise<{ default: Shown }> }
}

/** Makes every render throw from now on, until it is repaired. */
async function broken(page: OpenPage, { start }: Subject) {
  const { declaration } = (await page.module(start)) as unknown as Started // the file that the build names for it
  const { surface } = declaration
  let isBroken = true
  const throwing = (draw: Shown) => (props: unknown) => {
    if (isBroken) throw new page.window.Error('thrown on purpose')
    return draw(props)
  }
  declaration.surface = async () => ({ default: throwing((await surface()).default) })
  return () => {
    isBroken = false
  }
}

/** A surface that throws shows an error and a retry button inside its element, and does not affect its siblings. */
export const containsErrors = onPage(async (page, subject) => {
  const sibling = await shown(page, subject)
  const siblingText = () => rootOf(sibling).textContent
  const events: [EventTarget | null, { readonly code: string; readonly retryable: boolean }][] = []
  page.document.addEventListener('ad-error', ({ target, detail }) => events.push([target, detail]))
  const mend = await broken(page, subject)
  const element = make(page, subject, {}, { getToken: noToken })
  page.document.body.append(element)
  if (!(await comes(() => alertIn(element)))) return ['does not say that it is broken']
  const isReported = events.some(([target, { code, retryable }]) => target === element && code === 'crashed' && retryable)
  const faults = [
    ...unless(isCrashed(element), 'does not say crashed by its state'),
    ...unless((alertIn(element)?.textContent ?? '').length > 20, 'gives no reason'),
    ...unless(isReported, 'does not tell its host'),
    ...unless(sibling.isConnected && contentOf(sibling) && !isCrashed(sibling), 'takes its sibling with it'),
  ]
  const before = alertIn(element)
  const retry = retryIn(element)
  if (!retry) return [...faults, 'offers no other try']
  mend()
  retry.click()
  const isBack = await comes(() => contentOf(element) && alertIn(element) !== before && !before?.isConnected)
  const text = siblingText()
  sibling.locale = 'de'
  const livesOn = await until(() => siblingText() !== text).then(Boolean, () => false)
  return [...faults, ...unless(isBack, 'does not come back with another try'), ...unless(livesOn, 'lets its sibling die')]
})
