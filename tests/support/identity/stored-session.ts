import type { Page } from 'playwright/test'
import type { TabGrant } from '../../../src/kit/session/console-tabs.ts'
import { sessionTimes, storageKeys } from '../../../src/kit/session/times.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { askToken, authorizeUrl, consoleClientId, verifierOf } from './sign-in-by-http.ts'

/** The claim `sub` of an id token. */
const subOf = (idToken: string): string => JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).sub

/** Signs a user in over HTTP. The provider's cookies are those of the page's browser context. */
async function grantFor(page: Page, { origin, password }: PlatformProcess, email: string): Promise<TabGrant> {
  const { request } = page.context()
  const verifier = verifierOf()
  const form = await request.get(authorizeUrl(origin, verifier).href)
  const back = await request.post(form.url(), { form: { email, password } })
  const code = new URL(back.url()).searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', client_id: consoleClientId, redirect_uri: `${origin}/signed-in`, code }
  const { status, body } = await askToken(origin, { ...exchange, code_verifier: verifier })
  if (status !== 200) throw new Error(`${email} got no token: ${status} ${JSON.stringify(body)}`)
  const { access_token, refresh_token, id_token, expires_in } = body
  const endsAt = Date.now() + expires_in * 1000
  const times = { endsAt, refreshAt: endsAt - sessionTimes.refreshBeforeMs }
  return { id: crypto.randomUUID(), round: 1, access_token, refresh_token, id_token, sub: subOf(id_token), ...times }
}

/** Signs a user in and stores the session where the console keeps it, so that the page opens any address without the sign-in page. */
export async function storeSession(page: Page, platform: PlatformProcess, email: string) {
  const grant = await grantFor(page, platform, email)
  // A small document of the origin whose storage is filled.
  await page.goto(`${platform.origin}/health`)
  await page.evaluate(
    ([stored, mark, activityKey]) => {
      sessionStorage.setItem('placard-grant', stored)
      localStorage.setItem('placard-session', mark)
      localStorage.setItem(activityKey, String(Date.now()))
    },
    [JSON.stringify(grant), `${grant.id} ${grant.round}`, storageKeys.lastActivity] as const,
  )
}
