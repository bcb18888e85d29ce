import { MessageError } from './message-errors.ts'
import { type MessageChecks, type Guard, guards, failedGuardName } from './message-guards.ts'
import { type MessageChannelSide, openChannel, randomName } from './message-port.ts'
import { type Connect, commonVersion, connectShape, matchesShape, namespace, type MessageSender, versions } from './messages.ts'

/** What the frame needs for the handshake with the page around it. */
export interface BridgeOptions {
  /** The origins on the client's list; the platform writes them into the page. */
  readonly allowedOrigins: readonly string[]
  readonly from: MessageSender
  readonly timeoutMs?: number
  readonly guards?: readonly Guard[]
  /** Called for each dropped message. */
  readonly onDropped?: (guard: string) => void
  readonly window?: Window
}

/** The host may load later than the frame, so the frame repeats its hello message until the host replies. */
const helloEveryMs = 250

const isConnect = (data: unknown): data is Connect => matchesShape(connectShape, data) && data.ns === namespace && data.type === 'connect'
const isProtocol = (data: unknown) =>
  isConnect(data) &&
  (data.code !== undefined || commonVersion(versions, { oldest: data.version ?? 0, newest: data.version ?? 0 }) !== undefined)

/** The frame's side of the handshake. Opens a channel to the parent page only, if its origin is on the list and it returns the nonce. */
export function connectToHost(options: BridgeOptions): Promise<MessageChannelSide> {
  const { allowedOrigins, from, timeoutMs = 10_000, onDropped, window: ownWindow = window } = options
  const list = options.guards ?? guards
  const nonce = randomName()
  let isOpen = true

  const gate: MessageChecks = {
    isAlive: () => isOpen,
    times: [],
    source: () => ownWindow.parent,
    origins: allowedOrigins,
    hasShape: isConnect,
    hasVersion: isProtocol,
    isNonce: (data) => data.nonce === nonce,
    isFirst: () => isOpen,
  }
  const hello = () => ownWindow.parent.postMessage({ ns: namespace, type: 'hello', ...versions, nonce }, '*')

  return new Promise((resolve, reject) => {
    const close = () => {
      isOpen = false
      clearInterval(helloTimer)
      clearTimeout(timeout)
      ownWindow.removeEventListener('message', onMessage)
    }
    const fail = (error: MessageError) => {
      close()
      reject(error)
    }
    const onMessage = ({ data, source, origin, ports }: MessageEvent) => {
      const refusal = failedGuardName(list, { data, source, origin }, gate)
      if (refusal) onDropped?.(refusal)
      // The message came from the parent, and a parent never changes its origin.
      if (refusal === 'origin') fail(new MessageError('origin_refused', false))
      if (refusal) return
      const [port] = ports
      if (data.code !== undefined || !port) return fail(new MessageError(data.code ?? 'not_connected', false))
      close()
      resolve(openChannel({ port, from, version: data.version, guards: list, onDropped }))
    }
    const helloTimer = setInterval(hello, helloEveryMs)
    const timeout = setTimeout(() => fail(new MessageError('timed_out', true)), timeoutMs)
    ownWindow.addEventListener('message', onMessage)
    hello()
  })
}
