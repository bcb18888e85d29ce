import { node } from '../inspector/nodes.js'

/** Options of attributes whose type does not list them. */
const words = {
  theme: ['light', 'dark', 'auto'],
  granularity: ['hour', 'day', 'week', 'month'],
  compare: ['previous_period', 'previous_day', 'previous_week', 'previous_month', 'none'],
}
const inType = ({ text = '' } = {}) => [...text.matchAll(/"([^"]+)"/g)].map(([, word]) => word)

function select(options, value, turn) {
  const made = node('select', { onchange: () => turn(made.value) }, node('option', { value: '', textContent: 'not set' }))
  for (const word of options) made.append(node('option', { value: word, textContent: word }))
  if (value && !options.includes(value)) made.append(node('option', { value, textContent: value }))
  made.value = value ?? ''
  return made
}

function input({ name, type }, value, locales, turn) {
  const options = name === 'locale' ? locales : (words[name] ?? inType(type))
  if (type?.text === 'boolean')
    return node('input', {
      type: 'checkbox',
      checked: value !== undefined,
      onchange: ({ target }) => turn(target.checked ? '' : undefined),
    })
  if (options.length > 0) return select(options, value, (next) => turn(next || undefined))
  const isNumber = type?.text === 'number'
  const kind = isNumber ? 'number' : /-date$/.test(name) ? 'date' : 'text'
  return node('input', {
    type: kind,
    value: value ?? '',
    spellcheck: false,
    placeholder: 'not set',
    oninput: ({ target }) => turn(target.value || undefined),
  })
}

function knob(attribute, value, locales, turn) {
  const { name, description } = attribute
  const control = input(attribute, value, locales, turn)
  control.id = `knob-${name}`
  const doc = node('p', { id: `about-${name}`, textContent: description })
  control.setAttribute('aria-describedby', doc.id)
  return node(
    'div',
    { className: `knob${control.type === 'checkbox' ? ' flag' : ''}` },
    node('label', { htmlFor: control.id, textContent: name }),
    control,
    doc,
  )
}

/** Groups of attributes by their names; the last takes all others. */
const groups = [
  ['Scope', /-id$|^src$|^context$/],
  ['Look and language', /^(theme|locale|inherit|title|min-height|dir)$/],
  ['Content', /./],
]
const groupOf = ({ name }) => groups.find(([, pattern]) => pattern.test(name))?.[0]

/** A control for each attribute, in groups. */
export function attributeKnobs({ attributes }, { attributes: set }, locales, turn) {
  const parts = ['Scope', 'Content', 'Look and language'].flatMap((title) => {
    const own = attributes.filter((one) => groupOf(one) === title)
    if (own.length === 0) return []
    const knobs = own.map((one) => knob(one, set[one.name], locales, (value) => turn(one.name, value)))
    return [node('fieldset', { className: 'knob-group' }, node('legend', { textContent: title }), ...knobs)]
  })
  return node('div', { className: 'knobs' }, ...parts)
}
