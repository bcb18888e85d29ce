// Hears what passes between an element and its page, both ways that it is told.
const isOurs = ({ data }) => data?.ns === 'placard'

/** Of a message on the window only these are shown: a handshake's nonce is nobody's business. */
function shown({ data, source }) {
  if (source === window) return { way: 'window', name: data.type, detail: data.payload ?? {} }
  return { way: 'frame', name: data.type, detail: { oldest: data.oldest, newest: data.newest } }
}

/** Tells of each event of these names below a place, and of each envelope on the window; gives what stops it. */
export function hear(place, names, tell) {
  const closing = new AbortController()
  const { signal } = closing
  for (const name of names) place.addEventListener(name, ({ detail }) => tell({ way: 'event', name, detail: detail ?? {} }), { signal })
  window.addEventListener('message', (message) => isOurs(message) && tell(shown(message)), { signal })
  return () => closing.abort()
}
