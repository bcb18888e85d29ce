import { check, type IconShape } from '../icon/icons.ts'

const shapes: Readonly<Record<string, IconShape>> = { check }
const svg = 'http://www.w3.org/2000/svg'

/** Replaces Shoelace's icon element, which fetches SVG files and sets innerHTML. This one draws from data. */
class PrivateIcon extends HTMLElement {
  /** Must match the Shoelace version; Shoelace warns about a different one. */
  static readonly version = '2.20.1'
  static readonly observedAttributes = ['name']
  readonly #root = this.attachShadow({ mode: 'open' })

  attributeChangedCallback() {
    const shape = shapes[this.getAttribute('name') ?? '']
    this.#root.replaceChildren(...(shape ? [draw(shape)] : []))
  }
}

function draw({ stroke = '' }: IconShape): Element {
  const picture = document.createElementNS(svg, 'svg')
  const path = document.createElementNS(svg, 'path')
  const attributes = {
    viewBox: '0 0 16 16',
    width: '1em',
    height: '1em',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.5',
    'aria-hidden': 'true',
  }
  for (const [name, value] of Object.entries(attributes)) picture.setAttribute(name, value)
  path.setAttribute('d', stroke)
  picture.append(path)
  return picture
}

if (!customElements.get('pl-sl-icon')) customElements.define('pl-sl-icon', PrivateIcon)
