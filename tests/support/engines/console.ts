import type { PlatformProcess } from '../platform-process.ts'
import type { EnginePage } from './engine.ts'

/** From an address through the sign-in page to what is behind it. */
export async function enterBy(page: EnginePage, platform: PlatformProcess, address: string, email: string) {
  await page.open(platform.origin + address)
  await page.until('the door', ({ find }) => find('button', 'Sign in').length + find('field', 'Password').length > 0)
  // A page for frames goes to the sign-in page by itself; the console asks first.
  if (await page.evaluate(({ find }) => find('field', 'Password').length === 0)) await page.press('button', 'Sign in')
  await page.fill('E-mail', email)
  await page.fill('Password', platform.password)
  await page.press('button', 'Sign in')
  await page.until('the way back', (_, path) => location.pathname === path, address.split('?')[0] ?? '')
}

/** What is broken on the page as it is now: elements that stopped, and popovers that fill the window. */
export const brokenNow = (page: EnginePage): Promise<string[]> =>
  page.evaluate(({ all, clean }) => {
    const stopped = all('[role=alert]')
      .map(({ textContent }) => clean(textContent))
      .filter((text) => /stopped working|could not be loaded|Something went wrong/.test(text))
    const filling = all(':popover-open').filter((node) => {
      const { width, height } = node.getBoundingClientRect()
      return height >= innerHeight * 0.9 || width * height >= innerWidth * innerHeight * 0.6
    })
    return [...stopped, ...filling.map(({ className }) => `the popover .${className} fills the window`)]
  })

/** Everything that is wrong with what was opened: what broke, and what was heard meanwhile. */
export const faultsOf = async (page: EnginePage) => [...(await brokenNow(page)), ...(await page.faults())]
