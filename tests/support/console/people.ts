import type { Browser, BrowserContext, Page } from 'playwright/test'
import type { PlatformProcess } from '../platform/process.ts'

/** A user of the demonstration, with the tenants that the specification lets their role see. */
export interface ConsolePerson {
  readonly role: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
  readonly as: string
  readonly name: string
  readonly email: string
  /** The ids that the user's role can open. */
  readonly clients: readonly number[] | 'all'
  readonly advertisers: readonly number[] | 'all'
}

/** One user for each of the eight roles, written by hand from section 6 and the users of the demonstration. */
export const consolePeople: readonly ConsolePerson[] = [
  { role: 1, as: 'super user', name: 'Ines Okonjo', email: 'ines.okonjo@placard.example', clients: 'all', advertisers: 'all' },
  { role: 2, as: 'internal admin', name: 'Tom Halloran', email: 'tom.halloran@placard.example', clients: 'all', advertisers: 'all' },
  {
    role: 3,
    as: 'client admin',
    name: 'Dana Whitfield',
    email: 'dana.whitfield@harborline.example',
    clients: [1],
    advertisers: 'all',
  },
  { role: 4, as: 'client viewer', name: 'Mika Sato', email: 'mika.sato@harborline.example', clients: [1], advertisers: 'all' },
  { role: 5, as: 'advertiser admin', name: 'Ailsa Murray', email: 'ailsa.murray@fernhill.example', clients: [1], advertisers: [1] },
  {
    role: 6,
    as: 'advertiser manager',
    name: 'Jonas Brandt',
    email: 'jonas.brandt@seabright.example',
    clients: [1],
    advertisers: [2, 5, 8, 11, 14, 17, 20],
  },
  { role: 7, as: 'advertiser viewer', name: 'Carla Ruiz', email: 'carla.ruiz@palisade.example', clients: [1], advertisers: [3] },
  { role: 8, as: 'advertiser reporting', name: 'Noor Haddad', email: 'noor.haddad@palisade.example', clients: [1], advertisers: [3] },
]

export const account = (page: Page) => page.getByRole('button', { name: /^Your account/ })
export const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** Opens an address and signs in. */
export async function enterConsole(page: Page, platform: PlatformProcess, email: string, address = '/login') {
  await page.goto(platform.origin + address)
  await signInButton(page).press('Enter')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(platform.password)
  await page.keyboard.press('Enter')
  await account(page).waitFor()
}

/** Signs out through the account menu and waits for the sign-in page. */
export async function leaveConsole(page: Page) {
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signInButton(page).waitFor()
}

/** A new browser context with the user signed in; `ready` prepares the context before that. */
export async function signedInto(
  browser: Browser,
  platform: PlatformProcess,
  email: string,
  ready: (context: BrowserContext) => Promise<unknown> = async () => undefined,
) {
  const context = await browser.newContext()
  await ready(context)
  const page = await context.newPage()
  await enterConsole(page, platform, email)
  return { context, page }
}
