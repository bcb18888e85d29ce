import { button, labelled, node } from './nodes.js'

const maxRows = 200
const time = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
})

const row = ({ way, name, detail }, at) =>
  node(
    'li',
    {},
    node('time', { dateTime: at.toISOString(), textContent: time.format(at) }),
    node('span', { className: 'way', textContent: way }),
    node('b', { textContent: name }),
    node('code', { textContent: JSON.stringify(detail) }),
  )

/** Log of messages, newest first, with a filter and a clear button. */
export function messageLog() {
  const list = node('ol', { className: 'passed', tabIndex: 0, ariaLabel: 'Messages, newest first', role: 'list' })
  const none = node('p', { className: 'none', textContent: 'No messages yet.' })
  const count = node('span', { className: 'count' })
  const filter = node('input', { type: 'search', placeholder: 'ad-session, token, …', oninput: () => sift() })
  let total = 0

  const sift = () => {
    const wanted = filter.value.trim().toLowerCase()
    for (const one of list.children) one.hidden = !one.textContent.toLowerCase().includes(wanted)
    const seen = [...list.children].filter((one) => !one.hidden).length
    none.hidden = seen > 0
    none.textContent = total > 0 ? 'No messages match the filter.' : 'No messages yet.'
    list.hidden = seen === 0
    count.textContent = seen === total ? `${total}` : `${seen} of ${total}`
  }
  const clear = () => {
    total = 0
    list.replaceChildren()
    sift()
  }
  sift()
  const label = labelled('Filter', filter)
  return {
    node: node('div', { className: 'log' }, node('div', { className: 'bar' }, label, count, button('Clear', clear)), none, list),
    add(message) {
      list.prepend(row(message, new Date()))
      if (list.children.length > maxRows) list.lastElementChild.remove()
      total = list.children.length
      sift()
    },
  }
}
