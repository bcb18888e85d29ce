// Creates nodes without HTML strings, as Trusted Types requires.
export function node(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

export const button = (text, act) => node('button', { type: 'button', textContent: text, onclick: act })

let labels = 0
/** Label and control are siblings: a label around a select would be announced with all its options. */
export function labelled(text, control) {
  labels += 1
  control.id = `control-${labels}`
  return node('div', { className: 'choice' }, node('label', { htmlFor: control.id, textContent: text }), control)
}

/** A labelled select. Each option is a value, or a pair of value and text. */
export function choice(label, options, value, act) {
  const select = node('select', { onchange: () => act(select.value) })
  for (const option of options) {
    const [word, text = word] = [option].flat()
    select.append(node('option', { value: word, textContent: text }))
  }
  select.value = value
  return labelled(label, select)
}
