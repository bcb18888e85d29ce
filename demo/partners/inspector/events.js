// Listens to an element's DOM events and to window messages.
const isOurs = ({ data }) => data?.ns === 'placard'

/** Hides the payload of messages from a frame, because a handshake contains a nonce. */
function shown({ data, source }) {
  if (source === window) return { way: 'window', name: data.type, detail: data.payload ?? {} }
  return { way: 'frame', name: data.type, detail: { oldest: data.oldest, newest: data.newest } }
}

const onEvent =
  (tell) =>
  ({ type, detail }) =>
    tell({ way: 'event', name: type, detail: detail ?? {} })
const onWindow = (tell) => (message) => isOurs(message) && tell(shown(message))

/** Reports the named events below `place` and every Placard message on the window. Returns a function that stops it. */
export function hear(place, names, tell) {
  const closing = new AbortController()
  const { signal } = closing
  for (const name of names) place.addEventListener(name, onEvent(tell), { signal })
  window.addEventListener('message', onWindow(tell), { signal })
  return () => closing.abort()
}

/** Reports every event of one element, and every Placard message on the window. */
export function hearAll(element, tell) {
  element.addEventListener('placard', ({ detail }) => onEvent(tell)(detail))
  window.addEventListener('message', onWindow(tell))
}
