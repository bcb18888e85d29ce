import type { Page, Response } from 'playwright/test'
import type { Opened } from '../addresses/served-addresses.ts'

/** Errors and policy violations that a page logs from now on. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Turns a wait into true, or false if it times out, so that later checks still run. */
const resolves = (waiting: Promise<unknown>) =>
  waiting.then(
    () => true,
    () => false,
  )

/** The faults of an opened page: its status, its heading, its element. */
export async function openingFaults(page: Page, response: Response | null, { tag }: Opened, timeout = 10_000): Promise<string[]> {
  const element = page.locator(tag)
  const faults: string[] = []
  if (response?.status() !== 200) faults.push(`answers ${response?.status()}`)
  if (!(await resolves(page.locator('h1').first().waitFor({ state: 'attached', timeout })))) faults.push('has no h1')
  // The platform's own page, without an element.
  if (tag === 'page') return faults
  if (!(await resolves(element.waitFor({ state: 'attached', timeout })))) return [...faults, `has no ${tag}`]
  const content = element.locator('h1, h2, h3, [role=alert], button, a').first()
  if (!(await resolves(content.waitFor({ state: 'attached', timeout })))) faults.push(`${tag} shows nothing`)
  const others = await page.evaluate(
    (expected) =>
      [...document.querySelectorAll('*')].map(({ localName }) => localName).filter((name) => name.includes('-') && name !== expected),
    tag,
  )
  return [...faults, ...others.map((other) => `also has ${other}`)]
}
