import { node } from '../inspector/nodes.js'
import { frameAttributes } from './frame-address.js'

/** What stands on the stage: the tag, or a frame with its page. */
export const shown = (state) =>
  state.place === 'frame' && state.tag !== 'ad-frame'
    ? { tag: 'ad-frame', attributes: frameAttributes(state), tokens: {} }
    : { tag: state.tag, attributes: state.attributes, tokens: state.tokens }

/** Only what was written here is taken away: an element writes its own path when somebody moves inside it. */
function dress(element, { attributes, tokens }, dir, worn) {
  const next = { ...attributes, ...(dir && { dir }) }
  for (const name of worn) if (!(name in next)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(next)) if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  element.themeTokens = tokens
  return Object.keys(next)
}

/** The place where the element lives; knobs change it while it runs, another tag or way takes another element. */
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
    /** Gives true when there is another element than before. */
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
    /** After it has been given where its tokens come from. */
    place: () => inner.replaceChildren(element),
  }
}
