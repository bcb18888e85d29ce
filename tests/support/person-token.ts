import type { PlatformProcess } from './platform-process.ts'
import { tokensOf } from './sign-in-by-http.ts'

/** An access token of a person, who signs in through the provider's form as the console does, but over HTTP without a browser. */
export async function personToken(platform: PlatformProcess, email: string): Promise<string> {
  const { status, body } = await tokensOf(platform.origin, { email, password: platform.password })
  if (status !== 200) throw new Error(`${email} got no token: ${status} ${JSON.stringify(body)}`)
  return body.access_token
}

/** What getToken of a partner's page returns: the token and its end, as JSON. */
export const tokenInHand = async (platform: PlatformProcess, email: string) =>
  JSON.stringify({ access_token: await personToken(platform, email), expires_at: Date.now() / 1000 + 540 })
