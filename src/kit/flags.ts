import { ofetch } from 'ofetch'

/** The part of an OpenFeature client that this project uses; a host may pass its own. */
export interface Flags {
  getBooleanValue(key: string, defaultValue: boolean): boolean
}

interface OfrepFlag {
  readonly key: string
  readonly value: unknown
}

const flagsIn = (reply: unknown): OfrepFlag[] => {
  const body = reply as { flags?: OfrepFlag[] } | null // any reply is possible; only known keys are read
  return body?.flags ?? []
}

/** Requests all flags once, without a user identity. If the request fails, every flag has its default value. */
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
    getBooleanValue: (key, defaultValue) => {
      const value = values.get(key)
      return typeof value === 'boolean' ? value : defaultValue
    },
  }
}
