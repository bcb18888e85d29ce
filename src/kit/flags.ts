import { ofetch } from 'ofetch'

/** The part of an OpenFeature client that the house uses; a host may pass its own. */
export interface Flags {
  getBooleanValue(key: string, usual: boolean): boolean
}

interface OfrepFlag {
  readonly key: string
  readonly value: unknown
}

const flagsIn = (reply: unknown): OfrepFlag[] => {
  const body = reply as { result?: { flags?: OfrepFlag[] }; flags?: OfrepFlag[] } | null // whatever it is, only known keys are read
  return body?.result?.flags ?? body?.flags ?? []
}

/** Asks a flag service once, as nobody in particular; without an answer every flag has its usual value. */
export function createFlags(url: string, environment: string, signal: AbortSignal): Flags & { readonly ready: Promise<void> } {
  const values = new Map<string, unknown>()
  const body = { context: { targetingKey: environment, environment } }
  const ready = ofetch<unknown>(url, { method: 'POST', body, credentials: 'omit', retry: false, parseResponse: JSON.parse, signal })
    .then((reply) => {
      for (const { key, value } of flagsIn(reply)) values.set(key, value)
    })
    .catch(() => undefined)
  return {
    ready,
    getBooleanValue: (key, usual) => {
      const value = values.get(key)
      return typeof value === 'boolean' ? value : usual
    },
  }
}
