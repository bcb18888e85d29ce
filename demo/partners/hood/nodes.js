// Makes nodes one by one: a page under Trusted Types has no other way, and needs none.
export function node(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** A button that does one thing. */
export const button = (text, act) => node('button', { type: 'button', textContent: text, onclick: act })

/** A labelled choice of words; each is a value, or a value and what is read. */
export function choice(label, options, value, act) {
  const select = node('select', { onchange: () => act(select.value) })
  for (const option of options) {
    const [word, text = word] = [option].flat()
    select.append(node('option', { value: word, textContent: text }))
  }
  select.value = value
  return node('label', { className: 'choice' }, node('span', { textContent: label }), select)
}
