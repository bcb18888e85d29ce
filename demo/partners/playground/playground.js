import { hear } from '../hood/hear.js'
import { messageLog } from '../hood/log.js'
import { readElements, readLocales } from '../hood/manifest.js'
import { button, choice, node } from '../hood/nodes.js'
import { sessionView } from '../hood/session.js'
import { hasFrame, lostInFrame } from './frame-address.js'
import { attributeKnobs } from './knobs.js'
import { snippetTabs } from './snippet-tabs.js'
import { makeStage } from './stage.js'
import { firstAttributes, partners, readState, writeState } from './state.js'
import { tokenKnobs } from './token-knobs.js'

const main = document.querySelector('#playground')

const part = (title, className, ...children) =>
  node('section', { className, ariaLabel: title }, node('h2', { textContent: title }), ...children)

const without = (record, name, value) => {
  const { [name]: _, ...rest } = record
  return value === undefined ? rest : { ...record, [name]: value }
}

/** The line of choices above the stage. */
function toolbar(state, elements, turn) {
  const widths = [...new Set(['320', '480', '768', 'full', state.width])].map((word) => [
    word,
    word === 'full' ? 'all there is' : `${word} px`,
  ])
  const again = (change) => {
    const element = elements.find(({ tagName }) => tagName === (change.tag ?? state.tag))
    turn({ ...change, attributes: firstAttributes(element, change.as ?? state.as), ...(change.tag && { place: 'page', tokens: {} }) })
  }
  const place = choice(
    'Where',
    [
      ['page', 'in the page'],
      ['frame', 'in a frame'],
    ],
    state.place,
    (value) => turn({ place: value }),
  )
  place.querySelector('select').disabled = !hasFrame(state.tag)
  return [
    choice(
      'Element',
      elements.map(({ tagName }) => tagName),
      state.tag,
      (tag) => again({ tag }),
    ),
    choice(
      'As partner',
      Object.entries(partners).map(([as, { name }]) => [as, name]),
      state.as,
      (as) => again({ as }),
    ),
    place,
    choice('Width', widths, state.width, (width) => turn({ width })),
    choice(
      'Direction',
      [
        ['', 'as the page'],
        ['ltr', 'left to right'],
        ['rtl', 'right to left'],
      ],
      state.dir,
      (dir) => turn({ dir }),
    ),
  ]
}

function note(state) {
  if (state.place !== 'frame' || !hasFrame(state.tag)) return ''
  const lost = [...lostInFrame(state), ...(Object.keys(state.tokens).length > 0 ? ['the tokens'] : [])]
  return lost.length > 0 ? `A frame takes its client’s theme and what its address says; left out here: ${lost.join(', ')}.` : ''
}

function play(elements, locales) {
  let state = readState(location.search, elements)
  const declaration = () => elements.find(({ tagName }) => tagName === state.tag)
  const log = messageLog()
  const tell = (message) => {
    log.add(message)
    session.hear(message)
    if (message.name === 'ad-ready') drawTokens()
  }
  const stage = makeStage((width) => turn({ width }))
  const session = sessionView({ address: () => `/playground/token?as=${state.as}`, element: stage.element, tell })
  const snippets = snippetTabs(
    () => state,
    (snippet) => turn({ snippet }),
  )
  const [bar, knobs, tokens] = [node('div', { className: 'toolbar', role: 'group', ariaLabel: 'What is shown' }), node('div'), node('div')]
  const left = node('p', { className: 'left-out', role: 'status' })
  const drawTokens = () => {
    const rows =
      state.place === 'page'
        ? tokenKnobs(stage.element(), state.tokens, (name, value) => turn({ tokens: without(state.tokens, name, value) }))
        : []
    tokens.replaceChildren(
      ...(rows.length > 0 ? rows : [node('p', { className: 'hint', textContent: 'There are no tokens to set here.' })]),
    )
  }
  const drawKnobs = () =>
    knobs.replaceChildren(
      attributeKnobs(declaration(), state, locales, (name, value) => turn({ attributes: without(state.attributes, name, value) })),
    )

  /** Only a change of what stands on the stage draws knobs anew: whoever types in one keeps their place. */
  function show() {
    bar.replaceChildren(...toolbar(state, elements, turn), stage.size)
    left.textContent = note(state)
    if (stage.show(state)) {
      drawKnobs()
      drawTokens()
      session.start('give')
      stage.place()
    }
    snippets.follow()
  }
  function turn(change) {
    const label = document.activeElement?.closest('.toolbar .choice')?.textContent
    state = { ...state, ...change }
    history.replaceState(null, '', writeState(state))
    show()
    for (const one of label ? bar.querySelectorAll('.choice') : []) if (one.textContent === label) one.querySelector('select').focus()
  }

  hear(stage.inner, new Set(elements.flatMap(({ events }) => events.map(({ name }) => name))), tell)
  const refresh = button('Refresh', () => stage.element().refresh?.())
  const reset = button(
    'Set everything back',
    () => turn({ attributes: firstAttributes(declaration(), state.as), tokens: {}, dir: '', width: 'full' }) ?? (drawKnobs(), drawTokens()),
  )
  main.replaceChildren(
    bar,
    node('section', { className: 'stage', ariaLabel: 'Element' }, left, stage.node),
    node(
      'aside',
      { ariaLabel: 'Knobs' },
      part('Attributes', 'attributes', knobs, node('div', { className: 'acts' }, reset)),
      part('Tokens', 'theme', tokens),
    ),
    node(
      'div',
      { className: 'below' },
      part('Snippet', 'snippet', snippets.node),
      part('Session', 'session-part', session.node, node('div', { className: 'acts' }, refresh)),
      part('Messages', 'messages', log.node),
    ),
  )
  show()
}

async function start() {
  try {
    const [elements, locales] = await Promise.all([readElements(), readLocales()])
    play(elements, locales)
  } catch (error) {
    main.replaceChildren(
      node(
        'div',
        { className: 'trouble', role: 'alert' },
        node('h2', { textContent: 'The platform does not answer' }),
        node('p', {
          textContent: `What the bundle has could not be read (${error.message}). Nothing is lost: what you set stands in the address.`,
        }),
        button('Try again', start),
      ),
    )
  }
}

start()
