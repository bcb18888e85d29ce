import { hearAll } from './events.js'
import { messageLog } from './message-log.js'
import { platform, readLocales } from './manifest.js'
import { button, choice, node } from './nodes.js'
import { sessionView } from './session.js'

const query = new URLSearchParams(location.search)

/** Stores settings in the address, so that a shared link shows the same. */
function keep(name, value) {
  if (value) query.set(name, value)
  else query.delete(name)
  history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}`)
}

const isCall = (asked) => /^\/v\d\//.test(String(asked?.url ?? asked).replace(platform, ''))

/** Simulates a content blocker: API calls of an element in the page fail, other requests succeed. */
function callBlocker(tell) {
  const real = window.fetch
  const toggle = button('Block calls', () => {
    const isBlocked = toggle.ariaPressed !== 'true'
    toggle.ariaPressed = String(isBlocked)
    window.fetch = isBlocked ? (asked, ...rest) => (isCall(asked) ? Promise.reject(new TypeError('Blocked')) : real(asked, ...rest)) : real
    tell({ way: 'page', name: isBlocked ? 'calls-blocked' : 'calls-let-through', detail: {} })
  })
  toggle.ariaPressed = 'false'
  return toggle
}

function look(element, locales) {
  const write = (name) => (value) => {
    if (value) element.setAttribute(name, value)
    else element.removeAttribute(name)
    keep(name, value)
  }
  const theme = query.get('theme') ?? element.getAttribute('theme') ?? ''
  const locale = query.get('locale') ?? ''
  if (query.has('theme')) element.setAttribute('theme', theme)
  if (locale) element.setAttribute('locale', locale)
  return [
    choice('Theme', [['auto', 'same as system'], 'light', 'dark'], theme, write('theme')),
    choice('Locale', [['', 'same as page'], ...locales], locale, write('locale')),
  ]
}

/** Shows the messages between an element and its page, and controls for what a page can change. */
export async function underTheHood(element, address) {
  const log = messageLog()
  const passed = node('span', { className: 'last' })
  const tell = (message) => {
    log.add(message)
    session.hear(message)
    passed.textContent = message.name
  }
  const session = sessionView({ address: () => address, element: () => element, tell })
  const isFrame = element.localName === 'ad-frame'
  const acts = node(
    'div',
    { className: 'acts' },
    button('Refresh', () => element.refresh?.()),
    ...(isFrame ? [] : [callBlocker(tell)]),
  )
  const panel = node(
    'details',
    { className: 'hood', open: query.has('hood'), ontoggle: () => keep('hood', panel.open ? 'open' : '') },
    node('summary', {}, node('span', { textContent: 'Inspector' }), passed),
    node(
      'div',
      { className: 'inside' },
      node('section', { ariaLabel: 'Session' }, session.node, acts),
      node('section', { ariaLabel: 'Messages' }, log.node),
    ),
  )
  const made = node('a', { href: `${platform}/guide${isFrame ? '/frame' : ''}`, textContent: 'How this page is made' })
  document.body.append(node('aside', { ariaLabel: 'Inspector' }, node('p', { className: 'made' }, made), panel))
  hearAll(element, tell)
  session.start('give')
  acts.prepend(...look(element, await readLocales()))
}
