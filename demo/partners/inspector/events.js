// Hears what passes between an element and its page, both ways that it is told.
const isOurs = ({ data }) => data?.ns === 'placard'

/** Of a message on the window only these are shown: a handshake's nonce is nobody's business. */
function shown({ data, source }) {
  if (source === window) return { way: 'window', name: data.type, detail: data.payload ?? {} }
  return { way: 'frame', name: data.type, detail: { oldest: data.oldest, newest: data.newest } }
}

const onEvent =
  (tell) =>
  ({ type, detail }) =>
    tell({ way: 'event', name: type, detail: detail ?? {} })
const onWindow = (tell) => (message) => isOurs(message) && tell(shown(message))

/** Tells of each event of these names below a place, and of each envelope on the window; gives what stops it. */
export function hear(place, names, tell) {
  const closing = new AbortController()
  const { signal } = closing
  for (const name of names) place.addEventListener(name, onEvent(tell), { signal })
  window.addEventListener('message', onWindow(tell), { signal })
  return () => closing.abort()
}

/** Tells of everything that one element says, whatever its name, and of each envelope on the window. */
export function hearAll(element, tell) {
  element.addEventListener('placard', ({ detail }) => onEvent(tell)(detail))
  window.addEventListener('message', onWindow(tell))
}
