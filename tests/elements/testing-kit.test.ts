import { expect } from '@open-wc/testing'
import { connect } from '/dist/host.js'
import { attacks, fakeElement, fakeFrame, runAttacks } from '/dist/testing.js'
import { next } from '../support/elements/page-parts.ts'
import { describe, it } from '../support/elements/suite.ts'

const token = { access_token: 'from a server', expires_at: 4_102_444_800 }

describe('placard/testing in a browser', () => {
  it('imitates a frame that sends requests, events and answers', async () => {
    const fake = fakeFrame()
    const reasons: string[] = []
    const connection = connect(fake.element, {
      getToken: async ({ reason }) => {
        reasons.push(reason)
        return token
      },
    })
    const height = new Promise((resolve) => connection.on('resized', resolve))
    fake.send('resized', { height: 480 })
    fake.answer('confirm-leave', () => ({ allowed: false }))
    expect(await fake.request('token', { reason: 'start' })).to.deep.equal(token)
    expect(reasons).to.deep.equal(['start'])
    expect(await height).to.deep.equal({ height: 480 })
    expect(await connection.request('confirm-leave', {})).to.deep.equal({ allowed: false })
    fake.navigateAway()
    const late = await fake.request('token', { reason: 'expiring' }).catch(({ code }) => code)
    expect(late).to.equal('disposed')
    connection.dispose()
    fake.dispose()
  })

  it('imitates an element created by a page', async () => {
    const made = document.createElement('ad-report-chart')
    made.setAttribute('client-id', '1')
    const { received, emit, needToken } = fakeElement('ad-report-chart', made)
    const connection = connect(made, { getToken: async () => token })
    await connection.ready
    const types: string[] = []
    connection.on('*', (_, { type }) => types.push(type))
    const posted = next<MessageEvent>(window, 'message')
    emit('ad-report-exported', { rows: 3 })
    connection.send('refresh')
    expect(types).to.deep.equal(['ad-report-exported'])
    expect((await posted).data).to.include({ ns: 'placard', type: 'ad-report-exported' })
    expect(received.map(({ name }) => name)).to.include.members(['client-id', 'getToken', 'refresh'])
    expect(await needToken()).to.deep.equal(token)
    connection.dispose()
  })

  it('finds nothing in a host that uses placard/host, and an error in one that trusts every sender', async () => {
    let given = 0
    const getToken = async () => ({ ...token, access_token: String(++given) })
    const host = (frame: HTMLIFrameElement) => {
      const connection = connect(frame, { getToken })
      return { dispose: () => connection.dispose(), state: () => given }
    }
    expect(await runAttacks(host)).to.deep.equal([])
    const gullible = (frame: HTMLIFrameElement) => {
      const open = ({ data }: MessageEvent) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data: request }) => port1.postMessage({ ...request, re: request?.id, payload: token })
        frame.contentWindow?.postMessage({ ns: 'placard', type: 'connect', nonce: data?.nonce, version: 1 }, '*', [port2])
      }
      window.addEventListener('message', open)
      return { dispose: () => window.removeEventListener('message', open) }
    }
    // Each attack of the list takes long in a host that answers it; its unit test runs all of them.
    const isFound = ({ name }: { readonly name: string }) => name === 'wrong origin'
    expect((await runAttacks(gullible, attacks.filter(isFound))).map(({ name }) => name)).to.deep.equal(['wrong origin'])
  }).timeout(120_000)
})
