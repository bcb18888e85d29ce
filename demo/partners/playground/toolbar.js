import { choice, node } from '../inspector/nodes.js'
import { hasFrame } from './frame-address.js'
import { firstAttributes, partners } from './state.js'

const places = [
  ['page', 'in the page'],
  ['frame', 'in a frame'],
]
const directions = [
  ['', 'same as page'],
  ['ltr', 'left to right'],
  ['rtl', 'right to left'],
]
const widthWords = (width) =>
  [...new Set(['320', '480', '768', 'full', width])].map((word) => [word, word === 'full' ? 'full width' : `${word} px`])

/** Disables the choice and says why. */
function explainPlace(place, tag) {
  const select = place.querySelector('select')
  const reason = node('span', {
    id: 'no-frame',
    className: 'reason',
    textContent: tag === 'ad-frame' ? 'It is a frame already' : 'Its frame needs a signed-in user',
  })
  select.disabled = true
  select.setAttribute('aria-describedby', reason.id)
  place.append(reason)
}

function choices(state, elements, turn) {
  const again = (change) => {
    const next = { ...state, ...change }
    const element = elements.find(({ tagName }) => tagName === next.tag)
    turn({ ...change, attributes: firstAttributes(element, next.as), ...(change.tag && { place: 'page', tokens: {} }) })
  }
  const place = choice('Where', places, state.place, (value) => turn({ place: value }))
  if (!hasFrame(state.tag)) explainPlace(place, state.tag)
  return [
    choice(
      'Element',
      elements.map(({ tagName }) => tagName),
      state.tag,
      (tag) => again({ tag }),
    ),
    choice(
      'Sign in as',
      Object.entries(partners).map(([as, { name }]) => [as, name]),
      state.as,
      (as) => again({ as }),
    ),
    place,
    choice('Width', widthWords(state.width), state.width, (width) => turn({ width })),
    choice('Direction', directions, state.dir, (dir) => turn({ dir })),
  ]
}

/** Re-renders the toolbar and keeps the focus on the same control. */
export function drawToolbar(bar, size, ...parts) {
  const at = [...bar.children].findIndex((one) => one.contains(document.activeElement))
  bar.replaceChildren(...choices(...parts), size)
  bar.children[at]?.querySelector('select')?.focus()
}
