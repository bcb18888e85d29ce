import type { PlatformProcess } from './process.ts'

/** API calls with a user's token; returns the result, and throws with the platform's response. */
export const callsAs =
  (platform: Pick<PlatformProcess, 'origin'>, token: string) =>
  async (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${platform.origin}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const reply: any = await response.json() // parsed JSON; each test checks the parts it needs
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${JSON.stringify(reply)}`)
    return reply.result
  }
