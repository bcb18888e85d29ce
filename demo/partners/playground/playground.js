import { hear } from '../inspector/events.js'
import { messageLog } from '../inspector/message-log.js'
import { readElements, readLocales } from '../inspector/manifest.js'
import { button, node } from '../inspector/nodes.js'
import { sessionView } from '../inspector/session.js'
import { hasFrame, lostInFrame } from './frame-address.js'
import { attributeKnobs } from './knobs.js'
import { snippetTabs } from './snippet-tabs.js'
import { makeStage } from './stage.js'
import { firstAttributes, readState, writeState } from './state.js'
import { tokenKnobs } from './token-knobs.js'
import { drawToolbar } from './toolbar.js'

const main = document.querySelector('#playground')

const part = (title, className, ...children) =>
  node('section', { className, ariaLabel: title }, node('h2', { textContent: title }), ...children)

const without = (record, name, value) => {
  const { [name]: _, ...rest } = record
  return value === undefined ? rest : { ...record, [name]: value }
}

const noTokens = () => node('p', { className: 'hint', textContent: 'This element has no design tokens.' })

/** Says which settings a frame ignores. */
function leftOut(state) {
  if (state.place !== 'frame' || !hasFrame(state.tag)) return ''
  const lost = [...lostInFrame(state), ...(Object.keys(state.tokens).length > 0 ? ['the tokens'] : [])]
  return lost.length > 0 ? `A frame uses its client’s theme and the settings in its address. Ignored here: ${lost.join(', ')}.` : ''
}

/** Containers whose content is rendered again. */
function grounds() {
  const bar = node('div', { className: 'toolbar', role: 'group', ariaLabel: 'Preview settings' })
  return { bar, left: node('p', { className: 'left-out', role: 'status' }), knobs: node('div'), tokens: node('div') }
}

function layOut({ bar, left, knobs, tokens }, { stage, session, snippets, log, reset }) {
  const refresh = node(
    'div',
    { className: 'acts' },
    button('Refresh', () => stage.element().refresh?.()),
  )
  const again = node('div', { className: 'acts' }, button('Reset all', reset))
  main.replaceChildren(
    bar,
    node('section', { className: 'stage', ariaLabel: 'Element' }, left, stage.node),
    node('aside', { ariaLabel: 'Knobs' }, part('Attributes', 'attributes', knobs, again), part('Tokens', 'theme', tokens)),
    node(
      'div',
      { className: 'below' },
      part('Snippet', 'snippet', snippets.node),
      part('Session', 'session-part', session.node, refresh),
      part('Messages', 'messages', log.node),
    ),
  )
}

const namesOf = (elements) => new Set(elements.flatMap(({ events }) => events.map(({ name }) => name)))

function play(elements, locales) {
  let state = readState(location.search, elements)
  const declaration = () => elements.find(({ tagName }) => tagName === state.tag)
  const place = grounds()
  const log = messageLog()
  const stage = makeStage((width) => turn({ width }))
  const session = sessionView({ address: () => `/playground/token?as=${state.as}`, element: stage.element, tell })
  const snippets = snippetTabs(
    () => state,
    (snippet) => turn({ snippet }),
  )
  const turnOf = (what) => (name, value) => turn({ [what]: without(state[what], name, value) })

  function tell(message) {
    log.add(message)
    session.hear(message)
    if (message.way === 'event' && message.name === 'ad-ready') drawTokens()
  }
  function drawTokens() {
    const rows = state.place === 'page' ? tokenKnobs(stage.element(), state.tokens, turnOf('tokens')) : []
    place.tokens.replaceChildren(...(rows.length > 0 ? rows : [noTokens()]))
  }
  function drawKnobs() {
    place.knobs.replaceChildren(attributeKnobs(declaration(), state, locales, turnOf('attributes')))
    drawTokens()
  }
  /** Re-renders the knobs only for a new element, so that typing in a knob keeps the focus. */
  function show() {
    drawToolbar(place.bar, stage.size, state, elements, turn)
    place.left.textContent = leftOut(state)
    if (stage.show(state)) {
      drawKnobs()
      session.start('give')
      stage.place()
    }
    snippets.follow()
  }
  function turn(change) {
    state = { ...state, ...change }
    history.replaceState(null, '', writeState(state))
    show()
  }
  const reset = () => {
    turn({ attributes: firstAttributes(declaration(), state.as), tokens: {}, dir: '', width: 'full' })
    drawKnobs()
  }
  hear(stage.inner, namesOf(elements), tell)
  layOut(place, { stage, session, snippets, log, reset })
  show()
}

const trouble = (error) =>
  node(
    'div',
    { className: 'trouble', role: 'alert' },
    node('h2', { textContent: 'The platform is not responding' }),
    node('p', {
      textContent: `The element list could not be loaded (${error.message}). Your settings are kept in the address.`,
    }),
    node('div', { className: 'acts' }, button('Try again', start)),
  )

async function start() {
  const read = Promise.all([readElements(), readLocales()])
  await read.then((found) => play(...found)).catch((error) => main.replaceChildren(trouble(error)))
}

start()
