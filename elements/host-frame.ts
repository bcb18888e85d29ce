import { MessageError } from '../src/kit/message-errors.ts'
import { type Gate, type Guard, guards, refusalOf } from '../src/kit/message-guards.ts'
import { type MessageChannelSide, newOnly, openChannel, randomName } from '../src/kit/message-port.ts'
import { commonVersion, fits, type Hello, helloShape, namespace, versions } from '../src/kit/messages.ts'
import type { TokenReason } from '../src/kit/session.ts'
import { type Connection, type Hear, type HostOptions, listeners } from './host-connection.ts'

const isHello = (data: unknown): data is Hello => fits(helloShape, data) && data.ns === namespace && data.type === 'hello'
const versionFor = (data: unknown) => (isHello(data) ? commonVersion(versions, data) : undefined)

/** The name of the event by which an element in the page would tell a built-in message. */
const eventOf = (type: string, payload: Readonly<Record<string, unknown>>) =>
  type === 'session' ? `ad-session-${payload.state}` : /^(ready|navigated|error)$/.test(type) && `ad-${type}`

/** The host's side of the handshake, under a list of guards. */
export const frameConnector =
  (list: readonly Guard[] = guards) =>
  (frame: HTMLIFrameElement, { getToken, origin, timeoutMs = 10_000, onRefused }: HostOptions): Connection => {
    const here = frame.ownerDocument.defaultView ?? window
    const exact = origin ?? new URL(frame.src, frame.ownerDocument.baseURI).origin
    const heard = listeners()
    const isNewNonce = newOnly()
    const from = { tag: 'host', instance: randomName() }
    let channel: MessageChannelSide | undefined
    let isAlive = true
    let mayConnect = true
    let hasLoaded = false

    const gate: Gate = {
      isAlive: () => isAlive,
      times: [],
      source: () => frame.contentWindow,
      origins: [exact],
      fits: isHello,
      speaks: (data) => versionFor(data) !== undefined,
      isNonce: (data) => isHello(data) && data.nonce.length > 15 && isNewNonce(data.nonce),
      isFirst: () => mayConnect,
    }

    const tell = (type: string, payload: Readonly<Record<string, unknown>>) => {
      heard.tell(type, payload)
      const event = eventOf(type, payload)
      if (event) heard.tell(event, payload)
    }

    const open = (port: MessagePort, version: number) => {
      channel?.dispose()
      channel = openChannel({ port, from, version, guards: list, onRefused })
      channel.on(tell)
      channel.answer('before', ({ event, detail }) => ({ allowed: heard.tell(event, detail) }))
      channel.answer('ping', () => ({}))
      channel.answer('token', ({ reason }, signal) => {
        if (!getToken) throw new MessageError('no_token', false)
        return getToken({ reason: reason as TokenReason, signal }) // a word of a newer frame is the host's to know
      })
    }

    let settle: (error?: MessageError) => void = () => undefined
    const ready = new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve())
    })
    ready.catch(() => undefined)
    const late = setTimeout(() => settle(new MessageError('timed_out', true)), timeoutMs)

    const hear = ({ data, source, origin: sender }: MessageEvent) => {
      const refusal = refusalOf(list, { data, source, origin: sender }, gate)
      const answer = { ns: namespace, type: 'connect', nonce: data?.nonce }
      if (refusal === 'version') {
        frame.contentWindow?.postMessage({ ...answer, code: 'version_unsupported' }, exact)
        settle(new MessageError('version_unsupported', false))
      }
      if (refusal) return onRefused?.(refusal)
      const version = versionFor(data) ?? versions.newest
      const { port1, port2 } = new MessageChannel()
      mayConnect = false
      hasLoaded = false
      open(port1, version)
      frame.contentWindow?.postMessage({ ...answer, version }, exact, [port2])
      clearTimeout(late)
      settle()
    }
    // The first load is that of the document which shook hands; a second one means that it was left.
    const load = () => {
      mayConnect = true
      if (hasLoaded) channel?.dispose()
      hasLoaded = true
    }
    here.addEventListener('message', hear)
    frame.addEventListener('load', load)

    return {
      ready,
      on: (type, listen) => heard.add(type, listen as Hear), // the port's guard compares what is built in, tags type their own events
      send: (type, ...[payload]) => {
        const data = payload as Readonly<Record<string, unknown>> // every payload is a record
        ready.then(
          () => channel?.send(type, data),
          () => undefined,
        )
      },
      request: async (type, ask, options) => {
        await ready
        if (!channel) throw new MessageError('not_connected', true)
        return channel.request(type, ask, options)
      },
      dispose() {
        isAlive = false
        clearTimeout(late)
        here.removeEventListener('message', hear)
        frame.removeEventListener('load', load)
        heard.clear()
        channel?.dispose()
        settle(new MessageError('disposed', false))
      },
    }
  }
