import type { PlatformProcess } from '../platform/process.ts'
import type { EnginePage } from './engine.ts'

/** Opens an address and signs in. */
export async function enterBy(page: EnginePage, platform: PlatformProcess, address: string, email: string) {
  await page.open(platform.origin + address)
  await page.until('the sign-in page', ({ find }) => find('button', 'Sign in').length + find('field', 'Password').length > 0)
  // A page for frames redirects to the sign-in page; the console shows a button first.
  if (await page.evaluate(({ find }) => find('field', 'Password').length === 0)) await page.press('button', 'Sign in')
  await page.fill('Email', email)
  await page.fill('Password', platform.password)
  await page.press('button', 'Sign in')
  await page.until('the way back', (_, path) => location.pathname === path, address.split('?')[0] ?? '')
}

/** More than the padding inside a popover, and less than a stretched row adds. */
const slackPx = 64

/** Faults of the current page: crashed elements, parts that failed to load, and stretched popovers. */
export const brokenNow = (page: EnginePage): Promise<string[]> =>
  page.evaluate(({ all, clean, hostOf }, slack) => {
    const stopped = all('[data-state=crashed], [data-state=broken]')
      // The gallery shows a broken part on purpose.
      .filter((node) => node.dataset.state === 'crashed' || hostOf(node) !== 'ad-gallery')
      .map((node) => `${hostOf(node)} ${node.dataset.state}: ${clean(node.textContent)}`)
    // A stretched row stretches its boxes too, so the popover is compared with its texts and pictures.
    const contentHeight = (popover: HTMLElement) => {
      const leaves = [popover, ...all('*', popover)].flatMap((node) => {
        const range = document.createRange()
        const texts = [...node.childNodes].filter((one) => one instanceof Text && clean(one.data) !== '')
        const boxes = texts.map((one) => {
          range.selectNode(one)
          return range.getBoundingClientRect()
        })
        return node.matches('svg, img, canvas, input, textarea') ? [...boxes, node.getBoundingClientRect()] : boxes
      })
      return Math.max(...leaves.map(({ bottom }) => bottom)) - Math.min(...leaves.map(({ top }) => top))
    }
    const stretched = all(':popover-open')
      .filter((popover) => popover.getBoundingClientRect().height > contentHeight(popover) + slack)
      .map(({ className, offsetHeight }) => `the popover .${className} is ${offsetHeight} px high, more than its content`)
    return [...stopped, ...stretched]
  }, slackPx)

/** All faults of the page: broken parts, and errors since the last call. */
export const faultsOf = async (page: EnginePage) => [...(await brokenNow(page)), ...(await page.faults())]
