import type { PlatformProcess } from './platform-process.ts'

/** Calls of somebody by their token, as any other program would make them; gives the result, and fails with the platform's own words. */
export const callsAs =
  (platform: Pick<PlatformProcess, 'origin'>, token: string) =>
  async (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${platform.origin}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const reply: any = await response.json() // what came over the wire; each test looks at what it needs
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${JSON.stringify(reply)}`)
    return reply.result
  }
