import type { Endpoint } from '../contract/endpoint.ts'
import { wait } from './wait.ts'

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
  /** There once it is answered. */
  result?: unknown
}

/** Questions that are on their way before the tree that reads their answers is there. */
export interface Begun {
  /** Asks in somebody's name; what others have asked already serves them too. */
  ask(asker: object, { endpoint, call }: Question): void
  /** Gives the first who reads it the answer to what was asked; it is cancelled by their signal from then on. */
  take(question: string, signal: AbortSignal): Promise<unknown> | undefined
  /** Waits a little for what was asked in somebody's name, and gives what is answered to a store that is read before anything is asked. */
  settle(asker: object, keep: (question: string, result: unknown) => void): Promise<void>
  /** Cancels what was asked in nobody else's name and nobody has taken. */
  leave(asker: object): void
}

/** As long as drawing the wait would take, and drawing it a second time. */
const patienceMs = 300

/** Makes the store of one identity's questions. */
export function createBegun(send: (question: Question, signal: AbortSignal) => Promise<unknown>): Begun {
  const asked = new Map<string, Asking>()
  const begin = (question: Question): Asking => {
    const controller = new AbortController()
    const answer = send(question, controller.signal)
    const asking: Asking = { answer, controller, askers: new Set() }
    // Whoever takes it hears why it failed.
    answer.then(
      (result) => Object.assign(asking, { result }),
      () => undefined,
    )
    return asking
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
    settle: async (asker, keep) => {
      const answers = [...asked.values()].flatMap(({ answer, askers }) => (askers.has(asker) ? [answer] : []))
      if (answers.length > 0) await Promise.race([Promise.allSettled(answers), wait(patienceMs, undefined)])
      for (const [text, { result }] of asked) {
        if (!result) continue
        asked.delete(text)
        keep(text, result)
      }
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
