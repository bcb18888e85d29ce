import { AsyncLocalStorage } from 'node:async_hooks'
import { TokenBuckets } from '../http/token-buckets.ts'
import { errors } from './quiet-provider.ts'

const sentence = 'Too many requests with a wrong client ID or secret; wait a moment'

/**
 * Counts wrong client ids and secrets. They are counted by client and address, so that a stranger cannot lock a partner's server out.
 * When too many have failed, no secret is hashed any more, because hashing takes the server's time.
 */
export class ClientFailures {
  readonly #places = new AsyncLocalStorage<string>()
  readonly #buckets = new TokenBuckets(10, 1 / 15)

  constructor(readonly now: () => Date) {}

  /** Runs a request of an address. */
  run<T>(address: string, work: () => T): T {
    return this.#places.run(address, work)
  }

  /** Compares a secret, or refuses if too many have failed. All ids without a client count as one. */
  async compare(clientId: string | undefined, compare: () => Promise<boolean>): Promise<boolean> {
    const name = `${clientId ?? ''} ${this.#places.getStore() ?? ''}`
    if (this.#buckets.waitFor(name, this.#nowMs()) > 0)
      throw Object.assign(new errors.CustomOIDCProviderError('temporarily_unavailable', sentence), { status: 429, statusCode: 429 })
    const isRight = await compare()
    if (!isRight) this.#buckets.take(name, this.#nowMs())
    return isRight
  }

  #nowMs = () => this.now().getTime()
}
