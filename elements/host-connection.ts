import type { RequestOptions } from '../src/kit/message-port.ts'
import type { Answer, Ask, MessageType, Payload, RequestType } from '../src/kit/messages.ts'
import type { GetToken } from '../src/kit/session.ts'
import type { ElementEvents } from './index.ts'

/** What a host may say when it connects. */
export interface HostOptions {
  /** Gives a token whenever the element needs one. */
  readonly getToken?: GetToken
  /** How long the handshake with a frame may take; ten seconds by default. */
  readonly timeoutMs?: number
  /** The exact origin of the frame; the one of its address by default. */
  readonly origin?: string
  /** Hears which check dropped a message. */
  readonly onRefused?: (guard: string) => void
}

/** What a listener learns beside the detail. */
export interface Heard {
  readonly type: string
  /** Stops what would follow, where the event can be cancelled. */
  prevent(): void
}

export type Told = { [T in MessageType]: Payload<T> } & { [K in keyof ElementEvents]: ElementEvents[K]['detail'] } & { '*': unknown }
export type Sent = Pick<Told, 'configure' | 'navigate' | 'refresh' | 'sign-out' | 'focus' | 'viewport'>
/** What is said after a type: nothing is needed where the payload has no fields. */
export type Rest<P> = Record<never, never> extends P ? [payload?: P] : [payload: P]

/** The host's side of one element. */
export interface Connection {
  /** Resolves when the other side can be spoken to. */
  readonly ready: Promise<void>
  /** Hears a message or an event by name, or all by `*`; returns what stops it. */
  on<K extends keyof Told>(type: K, hear: (detail: Told[K], heard: Heard) => void): () => void
  send<K extends keyof Sent>(type: K, ...payload: Rest<Sent[K]>): void
  request<T extends RequestType>(type: T, ask: Ask<T>, options?: RequestOptions): Promise<Answer<T>>
  dispose(): void
}

/** A listener, whatever it hears. */
export type Hear = (detail: unknown, heard: Heard) => void

/** The listeners of a connection, by name. */
export function listeners() {
  const byType = new Map<string, Set<Hear>>()
  return {
    add(type: string, hear: Hear) {
      const set = byType.get(type) ?? new Set()
      byType.set(type, set.add(hear))
      return () => void set.delete(hear)
    },
    /** Tells everybody; false when somebody prevented what follows. */
    tell(type: string, detail: unknown): boolean {
      let isAllowed = true
      const prevent = () => {
        isAllowed = false
      }
      for (const name of [type, '*']) for (const hear of [...(byType.get(name) ?? [])]) hear(detail, { type, prevent })
      return isAllowed
    },
    clear: () => byType.clear(),
  }
}
