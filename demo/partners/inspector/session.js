import { button, node } from './nodes.js'
import { tokenSource } from './token-source.js'

const words = {
  starting: 'Starting: waiting for the first token.',
  active: 'Active.',
  expiring: 'Expiring: the token expires soon and no new one has arrived.',
  expired: 'Expired: the page provided no new token.',
  out: 'Signed out.',
}
const states = { 'ad-session-expiring': 'expiring', 'ad-session-expired': 'expired', 'ad-session-restored': 'active' }
const until = (at) => new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** Shows the state of an element's session, with buttons that change it. */
export function sessionView({ address, element, tell }) {
  const state = node('p', { className: 'state', role: 'status' })
  const token = node('p', { className: 'token' })
  let word = ''
  const become = (next) => {
    if (word === next) return
    word = next
    state.dataset.state = next
    state.textContent = words[next]
  }
  const source = tokenSource(address, ({ reason, expiresAt, refused }) => {
    const outcome = expiresAt ? `valid until ${until(expiresAt)}` : `refused: ${refused}`
    token.textContent = `Last token request: “${reason}”, ${outcome}.`
    tell({
      way: 'request',
      name: 'token',
      detail: { reason, ...(expiresAt ? { expires_at: new Date(expiresAt).toISOString() } : { refused }) },
    })
    if (expiresAt) become('active')
  })
  const start = (way) => {
    become('starting')
    element().getToken = source.start(way)
  }
  const signOut = () => {
    element().signOut?.()
    become('out')
  }
  const acts = [
    button('Provide tokens', () => start('give')),
    button('Refuse tokens', () => start('refuse')),
    button('Let the token expire', () => start('short')),
    button('Sign out', signOut),
  ]
  const hint = node('p', {
    className: 'hint',
    textContent:
      '“Let the token expire” provides one token of 30 seconds and no other. The element asks again after 15 seconds, and ends the session when the token has expired.',
  })
  become('starting')
  return {
    node: node('div', { className: 'session' }, state, token, node('div', { className: 'acts' }, ...acts), hint),
    start,
    hear({ way, name }) {
      if (way === 'event' && states[name] && word !== 'out') become(states[name])
    },
  }
}
