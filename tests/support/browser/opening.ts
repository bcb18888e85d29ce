import type { Page, Response } from 'playwright/test'
import type { Opened } from '../addresses/served-addresses.ts'

/** Errors and policy violations that a page logs from now on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Whether a wait succeeds, so that a walk can continue. */
const comes = (waiting: Promise<unknown>) =>
  waiting.then(
    () => true,
    () => false,
  )

/** The faults of an opened page: its status, its heading, its element. */
export async function openingFaults(page: Page, response: Response | null, { tag }: Opened, timeout = 10_000): Promise<string[]> {
  const element = page.locator(tag)
  const faults: string[] = []
  if (response?.status() !== 200) faults.push(`answers ${response?.status()}`)
  if (!(await comes(page.locator('h1').first().waitFor({ state: 'attached', timeout })))) faults.push('has no first heading')
  if (tag === 'page') return faults
  if (!(await comes(element.waitFor({ state: 'attached', timeout })))) return [...faults, `has no ${tag}`]
  const isUp = element.locator('h1, h2, h3, [role=alert], button, a').first()
  if (!(await comes(isUp.waitFor({ state: 'attached', timeout })))) faults.push(`${tag} shows nothing`)
  const others = await page.evaluate(
    (own) => [...document.querySelectorAll('*')].map(({ localName }) => localName).filter((name) => name.includes('-') && name !== own),
    tag,
  )
  return [...faults, ...others.map((other) => `has a ${other} instead`)]
}
