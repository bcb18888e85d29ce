import { node } from '../inspector/nodes.js'
import { frameAttributes } from './frame-address.js'

/** The element to show: the tag itself, or a frame with its page. */
export const shown = (state) =>
  state.place === 'frame' && state.tag !== 'ad-frame'
    ? { tag: 'ad-frame', attributes: frameAttributes(state), tokens: {} }
    : { tag: state.tag, attributes: state.attributes, tokens: state.tokens }

/** Removes only attributes set here, because an element sets its own `path` on navigation. */
function dress(element, { attributes, tokens }, dir, worn) {
  const next = { ...attributes, ...(dir && { dir }) }
  for (const name of worn) if (!(name in next)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(next)) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  element.themeTokens = tokens
  return Object.keys(next)
}

/** Holds the element. Knobs change it in place; another tag, place or partner creates a new element. */
export function makeStage(onDrag) {
  const inner = node('div', { className: 'stage-inner' })
  const box = node('div', { className: 'stage-box' }, inner)
  const size = node('span', { className: 'size' })
  let element
  let made = ''
  let worn = []
  new ResizeObserver(() => {
    size.textContent = `${Math.round(inner.getBoundingClientRect().width)} px`
  }).observe(inner)
  box.addEventListener('pointerup', () => {
    if (box.style.width) onDrag(String(Math.round(Number.parseFloat(box.style.width))))
  })
  const widen = (width) => {
    box.style.width = width === 'full' ? '' : `${width}px`
  }
  return {
    node: node('div', { className: 'stage-floor' }, box),
    size,
    inner,
    element: () => element,
    /** Returns true when a new element was created. */
    show(state) {
      const { tag, ...clothes } = shown(state)
      const key = `${tag} ${state.tag} ${state.as}`
      const isNew = key !== made
      if (isNew) element = document.createElement(tag)
      made = key
      box.dataset.theme = clothes.attributes.theme ?? 'light'
      worn = dress(element, clothes, state.dir, isNew ? [] : worn)
      widen(state.width)
      return isNew
    },
    /** Attaches the element, after `getToken` is set. */
    place: () => inner.replaceChildren(element),
  }
}
