import type { HostUnderTest } from '../../../elements/testing/host-target.ts'
import { type AttackedPort, attackedChannel } from '../../../elements/testing/attacked-channel.ts'
import { connectToHost } from '../../../src/kit/host/bridge.ts'
import type { Guard } from '../../../src/kit/host/message-guards.ts'
import type { MessageChannelSide } from '../../../src/kit/host/message-port.ts'
import { namespace, versions } from '../../../src/kit/host/messages.ts'

const trusted = 'https://partner.example'

/** The embedded page's side of the handshake under a list of guards, as an attacker sees it. */
export const frameTarget =
  (list: readonly Guard[]) =>
  (thrown: unknown[]): HostUnderTest => {
    const Channel = attackedChannel((error) => thrown.push(error))
    const state = { events: 0, requests: 0 }
    const hearers = new Set<(event: object) => void>()
    let nonce: unknown
    let opened = 0
    let replies = 0
    let port: AttackedPort | undefined
    let channel: MessageChannelSide | undefined
    let isOver = false

    const parent = { postMessage: (data: { nonce: unknown }) => ({ nonce } = data) }
    const here = {
      parent,
      addEventListener: (_: string, hear: (event: object) => void) => hearers.add(hear),
      removeEventListener: (_: string, hear: (event: object) => void) => hearers.delete(hear),
    }
    const take = (side: MessageChannelSide) => {
      opened += 1
      channel = side
      side.on(() => {
        state.events += 1
      })
      side.onRequest('ping', () => {
        state.requests += 1
        return {}
      })
      if (isOver) side.dispose()
    }
    const deliver: HostUnderTest['deliver'] = (data, { origin = trusted, isStranger } = {}) => {
      const { port1, port2 } = new Channel()
      const before = hearers.size
      try {
        for (const hear of [...hearers]) hear({ data: structuredClone(data), origin, source: isStranger ? {} : parent, ports: [port2] })
      } catch (error) {
        thrown.push(error)
      }
      // A listener that has removed itself has taken the port.
      if (before === 0 || hearers.size > 0) return
      port = port1
      port1.onmessage = () => {
        replies += 1
      }
    }
    connectToHost({
      allowedOrigins: [trusted],
      from: { tag: 'ad-report-chart', instance: '1' },
      guards: list,
      window: here as unknown as Window, // as much of a window as is used
    }).then(take, () => undefined)

    return {
      trusted,
      asks: { type: 'ping', payload: {} },
      opening: () => ({ ns: namespace, type: 'connect', nonce, version: versions.newest }),
      deliver,
      whisper: (data) => port?.postMessage(data),
      dispose() {
        isOver = true
        channel?.dispose()
        // Ends a handshake that never completed, with its timers.
        deliver({ ns: namespace, type: 'connect', nonce, code: 'disposed' })
      },
      picture: () => ({ opened, replies, errors: thrown.length, state: JSON.stringify(state) }),
    }
  }
