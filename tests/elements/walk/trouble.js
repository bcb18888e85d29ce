import { noToken, until } from '../page-parts.js'
import { comes, contentOf, make, onPage, shown, unless } from './page.js'

const alertIn = ({ shadowRoot }) => shadowRoot?.querySelector('[role=alert]')
const retryIn = (element) => alertIn(element)?.querySelector('button, [role=button]')

/** Lets whatever is drawn from now on throw, until it is mended. */
async function broken(page, { start }) {
  const { declaration } = await page.module(start)
  const { surface } = declaration
  let isBroken = true
  const throwing = (Shown) => (props) => {
    if (isBroken) throw new page.window.Error('thrown on purpose')
    return Shown(props)
  }
  declaration.surface = async () => ({ default: throwing((await surface()).default) })
  return () => {
    isBroken = false
  }
}

/** A surface that throws stays inside its element, says so, offers another try, and its siblings live on. */
export const containsErrors = onPage(async (page, subject) => {
  const sibling = await shown(page, subject)
  const text = sibling.shadowRoot.textContent
  const heard = []
  page.document.addEventListener('ad-error', ({ target, detail }) => heard.push([target, detail]))
  const mend = await broken(page, subject)
  const element = make(page, subject, {}, { getToken: noToken })
  page.document.body.append(element)
  if (!(await comes(() => alertIn(element)))) return ['does not say that it is broken']
  const hasTold = heard.some(([target, { code, retryable }]) => target === element && code === 'crashed' && retryable)
  const faults = [
    ...unless(alertIn(element).textContent.length > 20, 'gives no reason'),
    ...unless(hasTold, 'does not tell its host'),
    ...unless(sibling.isConnected && sibling.shadowRoot.textContent === text, 'takes its sibling with it'),
  ]
  if (!retryIn(element)) return [...faults, 'offers no other try']
  const before = alertIn(element)
  mend()
  retryIn(element).click()
  const isBack = await comes(() => contentOf(element) && alertIn(element) !== before && !before.isConnected)
  sibling.locale = 'de'
  const livesOn = await until(() => sibling.shadowRoot.textContent !== text).then(Boolean, () => false)
  return [...faults, ...unless(isBack, 'does not come back with another try'), ...unless(livesOn, 'lets its sibling die')]
})
