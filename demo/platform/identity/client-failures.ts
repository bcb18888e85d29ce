import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, randomBytes } from 'node:crypto'
import { matchesHash } from '../access/password.ts'
import { TokenBuckets } from '../http/token-buckets.ts'
import { errors } from './quiet-provider.ts'

const sentence = 'Too many requests with a wrong client ID or secret; wait a moment'

interface CurrentRequest {
  readonly address: string
  /** The request may contain a secret. */
  readonly isPost: boolean
}

/**
 * Counts wrong client ids and secrets. They are counted by client and address, so that a stranger cannot lock a partner's server out.
 * When too many have failed, no secret is hashed any more, because hashing takes the server's time.
 */
export class ClientFailures {
  readonly #requests = new AsyncLocalStorage<CurrentRequest>()
  readonly #buckets = new TokenBuckets(10, 1 / 15)
  /** The running comparison of each client and address: the next one waits for it, so that parallel guesses are counted. */
  readonly #running = new Map<string, Promise<unknown>>()
  /** Digest of the last right secret of each client. It passes without hashing, also when its address has used up the failures. */
  readonly #rightSecrets = new Map<string, string>()
  readonly #digestKey = randomBytes(32)

  constructor(readonly now: () => Date) {}

  run<T>(request: CurrentRequest, work: () => T): T {
    return this.#requests.run(request, work)
  }

  /** Compares a secret with its hash, or refuses if too many have failed. */
  async compare(clientId: string, secret: string, secretHash: string | undefined): Promise<boolean> {
    const digest = createHmac('sha256', this.#digestKey).update(`${secretHash} ${secret}`).digest('base64url')
    if (this.#rightSecrets.get(clientId) === digest) return true
    const isRight = await this.#compareInTurn(clientId, () => matchesHash(secret, secretHash))
    if (isRight) this.#rightSecrets.set(clientId, digest)
    return isRight
  }

  /**
   * Takes as long as a wrong secret. All unknown ids of an address count as one. GET requests contain no secret, and their answers
   * reveal anyway whether a client exists.
   */
  async compareUnknown(): Promise<void> {
    if (this.#requests.getStore()?.isPost) await this.#compareInTurn('', () => matchesHash('', undefined))
  }

  async #compareInTurn(clientId: string, compare: () => Promise<boolean>): Promise<boolean> {
    const name = `${clientId} ${this.#requests.getStore()?.address ?? ''}`
    const previous = this.#running.get(name) ?? Promise.resolve()
    const comparison = previous.then(() => this.#compareNow(name, compare))
    const settled = comparison.catch(() => {})
    this.#running.set(name, settled)
    try {
      return await comparison
    } finally {
      if (this.#running.get(name) === settled) this.#running.delete(name)
    }
  }

  async #compareNow(name: string, compare: () => Promise<boolean>): Promise<boolean> {
    if (this.#buckets.waitFor(name, this.#nowMs()) > 0)
      throw Object.assign(new errors.CustomOIDCProviderError('temporarily_unavailable', sentence), { status: 429, statusCode: 429 })
    const isRight = await compare()
    if (!isRight) this.#buckets.take(name, this.#nowMs())
    return isRight
  }

  #nowMs = () => this.now().getTime()
}
