import type { PlatformProcess } from '../platform/process.ts'
import { tokensOf } from './sign-in-by-http.ts'

/** A user's access token. Signs in through the provider's form as the console does, over HTTP without a browser. */
export async function personToken(platform: PlatformProcess, email: string): Promise<string> {
  const { status, body } = await tokensOf(platform.origin, { email, password: platform.password })
  if (status !== 200) throw new Error(`${email} got no token: ${status} ${JSON.stringify(body)}`)
  return body.access_token
}

/** The result of getToken on a partner's page, as JSON. */
export const tokenJson = async (platform: PlatformProcess, email: string) =>
  JSON.stringify({ access_token: await personToken(platform, email), expires_at: Date.now() / 1000 + 540 })
