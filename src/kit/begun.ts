import type { Endpoint } from '../contract/endpoint.ts'

/** A question of the contract. */
export interface Question {
  readonly endpoint: Endpoint
  readonly call: object
}
/** What the answer to a question is kept by. */
export type Key = readonly [name: string, call: unknown]

/** The name of an endpoint, as people say it. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** The same question is the same text. */
export const textOf = (key: Key | null) => JSON.stringify(key)

interface Asking {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  readonly askers: Set<object>
}

/** Questions that are on their way before the tree that reads their answers is there. */
export interface Begun {
  /** Asks in somebody's name; what others have asked already serves them too. */
  ask(asker: object, { endpoint, call }: Question): void
  /** Gives the first who reads it the answer to what was asked; it is cancelled by their signal from then on. */
  take(question: string, signal: AbortSignal): Promise<unknown> | undefined
  /** Cancels what was asked in nobody else's name and nobody has taken. */
  leave(asker: object): void
}

/** Makes the store of one identity's questions. */
export function createBegun(send: (question: Question, signal: AbortSignal) => Promise<unknown>): Begun {
  const asked = new Map<string, Asking>()
  const begin = (question: Question): Asking => {
    const controller = new AbortController()
    const answer = send(question, controller.signal)
    // Whoever takes it hears why it failed.
    answer.catch(() => undefined)
    return { answer, controller, askers: new Set() }
  }
  return {
    ask: (asker, question) => {
      const text = textOf([nameOf(question.endpoint), question.call])
      const asking = asked.get(text) ?? begin(question)
      asked.set(text, asking)
      asking.askers.add(asker)
    },
    take: (question, signal) => {
      const asking = asked.get(question)
      asked.delete(question)
      signal.addEventListener('abort', () => asking?.controller.abort(), { once: true })
      return asking?.answer
    },
    leave: (asker) => {
      for (const [text, { askers, controller }] of asked) {
        if (!askers.delete(asker) || askers.size > 0) continue
        asked.delete(text)
        controller.abort()
      }
    },
  }
}
