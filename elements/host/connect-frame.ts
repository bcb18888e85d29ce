import { MessageError } from '../../src/kit/host/message-errors.ts'
import { type MessageChecks, type Guard, guards, failedGuardName } from '../../src/kit/host/message-guards.ts'
import { type MessageChannelSide, createDuplicateCheck, openChannel, randomName } from '../../src/kit/host/message-port.ts'
import { commonVersion, matchesShape, type Hello, helloShape, namespace, versions } from '../../src/kit/host/messages.ts'
import { type Connection, type HostOptions, createHostSide } from './connection.ts'
import type { TokenReason } from '../../src/kit/session/token.ts'

const isHello = (data: unknown): data is Hello => matchesShape(helloShape, data) && data.ns === namespace && data.type === 'hello'
const versionFor = (data: unknown) => commonVersion(versions, data as Hello) // it has passed the shape guard

/** The host's side of the handshake; the guards in `list` check each message. */
export const createFrameConnector =
  (list: readonly Guard[] = guards) =>
  (frame: HTMLIFrameElement, options: HostOptions): Connection => {
    const { getToken, origin, onRefused, onConnected } = options
    const ownWindow = frame.ownerDocument.defaultView ?? window
    const exact = origin ?? new URL(frame.src).origin
    const side = createHostSide(options)
    const isNewNonce = createDuplicateCheck()
    const from = { tag: 'host', instance: randomName() }
    let channel: MessageChannelSide | undefined
    let mayConnect = true
    let hasLoaded = false

    const gate: MessageChecks = {
      isAlive: () => !side.signal.aborted,
      times: [],
      source: () => frame.contentWindow,
      origins: [exact],
      hasShape: isHello,
      hasVersion: (data) => versionFor(data) !== undefined,
      isNonce: ({ nonce }) => (nonce as string).length > 15, // checked by its shape
      // A nonce that arrives too early stays valid: a new document may send hello before the previous one is known to be gone.
      isFirst: ({ nonce }) => mayConnect && isNewNonce(nonce),
    }

    const open = (port: MessagePort, version: number) => {
      channel?.dispose()
      channel = openChannel({ port, from, version, guards: list, onDropped: onRefused })
      channel.on(side.tell)
      channel.onRequest('before', async ({ event, detail }) => {
        const answers: (false | Promise<boolean>)[] = []
        side.tell(event, detail, (answer) => answers.push(answer))
        return { allowed: (await Promise.all(answers)).every(Boolean) }
      })
      channel.onRequest('ping', () => ({}))
      channel.onRequest('token', ({ reason }, signal) => {
        if (!getToken) throw new MessageError('no_token', false)
        return getToken({ reason: reason as TokenReason, signal }) // a newer frame may send another reason
      })
    }

    const onMessage = ({ data, source, origin: sender }: MessageEvent) => {
      const refusal = failedGuardName(list, { data, source, origin: sender }, gate)
      const connect = (answer: object, ports: MessagePort[] = []) =>
        frame.contentWindow?.postMessage({ ns: namespace, type: 'connect', nonce: data.nonce, ...answer }, exact, ports)
      if (refusal === 'version') {
        connect({ code: 'version_unsupported' })
        side.fail(new MessageError('version_unsupported', false))
      }
      if (refusal) return onRefused?.(refusal)
      const version = versionFor(data) as number // the version guard has found one
      const { port1, port2 } = new MessageChannel()
      mayConnect = false
      open(port1, version)
      connect({ version }, [port2])
      side.open()
      onConnected?.()
    }
    // A second load event means that the connected document is gone.
    // The first one may be that document's own, so a ping checks whether it still answers.
    const load = () => {
      if (hasLoaded) channel?.dispose()
      hasLoaded = true
      channel?.request('ping', {}, { timeoutMs: 1000 }).catch(() => (mayConnect = true))
    }
    ownWindow.addEventListener('message', onMessage, side)
    frame.addEventListener('load', load, side)

    return side.connection({
      send: (type, ...[payload]) => side.whenReady(() => channel?.send(type, payload as Readonly<Record<string, unknown>>)), // every payload is a record
      request: (type, ask, options) => channel!.request(type, ask, options), // set once ready
      dispose: () => channel?.dispose(),
    })
  }
