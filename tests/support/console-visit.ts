import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test'
import { hardToUse } from './axe.ts'
import { giveName, superUser } from './console-door.ts'
import type { PlatformProcess } from './platform-process.ts'
import { tokensOf } from './sign-in-by-http.ts'

export const clientViewer = 'mika.sato@harborline.example'

/** The button of the account menu, in any locale. */
export const account = (page: Page) => page.locator('ad-console .console-person')
export const heading = (page: Page, name: string) => page.getByRole('heading', { name })
export const trail = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })
export const at = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

export interface Visit {
  readonly address?: string
  readonly email?: string
  readonly options?: Parameters<Browser['newContext']>[0]
  readonly before?: (context: BrowserContext) => Promise<unknown>
  /** Signs in through the pages, as a person does, instead of over HTTP. */
  readonly isByHand?: boolean
}

/** Signs a user in over HTTP and gives the tokens to the tab, as if it had been reloaded after a sign-in. */
async function signInBefore(page: Page, { origin, password }: PlatformProcess, email: string) {
  const { status, body } = await tokensOf(origin, { email, password })
  if (status !== 200) throw new Error(`${email} got no token: ${status} ${JSON.stringify(body)}`)
  const { access_token, refresh_token, id_token, expires_in } = body
  const { sub }: { sub: string } = JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString())
  const endsAt = Date.now() + expires_in * 1000
  const grant = { id: crypto.randomUUID(), round: 0, access_token, refresh_token, id_token, sub, endsAt, refreshAt: endsAt - 120_000 }
  await page.addInitScript(
    ([home, id, text]) => {
      // Once: a tab that signs out and is reloaded stays signed out.
      if (location.origin !== home || sessionStorage.getItem('signed-in-over-http')) return
      sessionStorage.setItem('signed-in-over-http', 'yes')
      sessionStorage.setItem('placard-grant', text)
      localStorage.setItem('placard-session', `${id} 0`)
      localStorage.setItem('last-activity', String(Date.now()))
    },
    [origin, grant.id, JSON.stringify(grant)] as const,
  )
}

/** A new browser context with a user signed in at an address. */
export async function entered(
  platform: PlatformProcess,
  browser: Browser,
  { address = '/clients/1', email = superUser, options, before, isByHand = false }: Visit = {},
) {
  const context = await browser.newContext(options)
  await before?.(context)
  const page = await context.newPage()
  if (!isByHand) await signInBefore(page, platform, email)
  await page.goto(platform.origin + address)
  if (isByHand) await giveName(page, platform.password, email)
  await account(page).waitFor()
  return { context, page }
}

/** Navigates without another sign-in or a reload. */
export const go = (page: Page, path: string) =>
  page.locator('ad-console').evaluate((node, to) => {
    history.pushState(null, '', `/${to}`)
    node.setAttribute('path', to)
  }, path)

/** Checks width and accessibility at desktop, tablet and phone widths, and takes pictures. */
export async function look(page: Page, picture: string, widths = [1440, 768, 360]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await hardToUse(page), `${picture} ${width}`).toEqual([])
    await page.screenshot({ path: `${picture}-${width}.png` })
  }
}
