// Makes nodes one by one: a page under Trusted Types has no other way, and needs none.
export function node(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** A button that does one thing. */
export const button = (text, act) => node('button', { type: 'button', textContent: text, onclick: act })

let labels = 0
/** A control and what it is called, beside each other: a label around a select would be read with all its options. */
export function labelled(text, control) {
  labels += 1
  control.id = `control-${labels}`
  return node('div', { className: 'choice' }, node('label', { htmlFor: control.id, textContent: text }), control)
}

/** A labelled choice of words; each is a value, or a value and what is read. */
export function choice(label, options, value, act) {
  const select = node('select', { onchange: () => act(select.value) })
  for (const option of options) {
    const [word, text = word] = [option].flat()
    select.append(node('option', { value: word, textContent: text }))
  }
  select.value = value
  return labelled(label, select)
}
