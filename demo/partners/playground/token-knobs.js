import { node } from '../inspector/nodes.js'

const groups = [
  [
    'Colours',
    /^(desk|sheet|well|raised|inverse|hover|pressed|selected|scrim|skeleton|line|control|text(-2|-3|-off)?|accent(-hover|-text|-soft)?|on-accent|focus|good|warn|bad|idle|danger|edge|shade)(?!.*(height|size))(-[a-z]+|-2)*$/,
  ],
  ['Charts', /^chart-/],
  ['Type', /^(font|text-[sml]|lh-|weight|tracking|figures)/],
  ['Space, sizes and shape', /^(\d+$|radius|shadow|button|input|menu|tooltip|popover|page|header|nav|row|modal)/],
  ['Layers and motion', /^(layer|fast|slow|ease|toast)/],
  ['Scales', /./],
]

const rulesOf = (sheet) => [...sheet.cssRules].filter(({ selectorText }) => selectorText?.includes(':host'))

/** Tokens that the element's own style sheets set, in source order. */
export function tokensOf(element) {
  const found = new Set()
  for (const { style } of (element.shadowRoot?.adoptedStyleSheets ?? []).flatMap(rulesOf))
    for (const name of style) if (/^--ad-/.test(name)) found.add(name)
  return [...found]
}

const valueOn = (element, name) => getComputedStyle(element).getPropertyValue(name).trim()

/** The colour as `#rrggbb` for the colour picker; undefined when it is transparent or no colour. */
function plainColour(element, value) {
  if (!CSS.supports('color', value)) return undefined
  const probe = node('span')
  Object.assign(probe.style, { color: value, colorScheme: getComputedStyle(element).colorScheme })
  document.body.append(probe)
  const [red, green, blue, alpha = '1'] = getComputedStyle(probe).color.match(/[\d.]+/g) ?? []
  probe.remove()
  const two = (part) => Math.round(Number(part)).toString(16).padStart(2, '0')
  return Number(alpha) === 1 ? `#${two(red)}${two(green)}${two(blue)}` : undefined
}

function knob(element, name, set, turn) {
  const value = valueOn(element, name)
  const text = node('input', {
    type: 'text',
    value: set ?? '',
    placeholder: value,
    spellcheck: false,
    ariaLabel: name,
    oninput: () => turn(name, text.value || undefined),
  })
  const colour = plainColour(element, set ?? value)
  const picker = node('input', { type: 'color', value: colour ?? '#000000', ariaLabel: `${name}, pick a colour` })
  picker.oninput = () => {
    text.value = picker.value
    turn(name, picker.value)
  }
  return node('div', { className: 'knob token' }, node('span', { textContent: name }), text, ...(colour ? [picker] : []))
}

/** Creates rows when a group is opened: there are many, and most stay closed. */
function group(title, names, rowOf, isOpen) {
  const rows = node('div')
  const fill = () => {
    if (made.open && rows.childElementCount === 0) rows.append(...names.map(rowOf))
  }
  const made = node(
    'details',
    { className: 'tokens', ontoggle: fill, open: isOpen },
    node('summary', {}, `${title} `, node('span', { textContent: names.length })),
    rows,
  )
  fill()
  return made
}

/** A control for every token, in groups. Groups with changed tokens are open. */
export function tokenKnobs(element, set, turn) {
  const left = new Set(tokensOf(element))
  const rowOf = (name) => knob(element, name, set[name], turn)
  return groups.flatMap(([title, pattern]) => {
    const names = [...left].filter((name) => pattern.test(name.replace('--ad-', '')))
    for (const name of names) left.delete(name)
    return names.length > 0
      ? [
          group(
            title,
            names,
            rowOf,
            names.some((name) => name in set),
          ),
        ]
      : []
  })
}
