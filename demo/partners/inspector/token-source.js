// Where the tokens of a page come from, with a hand on the tap. A token itself is given on and shown to nobody.
const shortLifeMs = 30_000

async function fromServer(address, signal) {
  const answer = await fetch(address, { signal })
  const { access_token, expires_at, error_description: why } = await answer.json()
  if (!answer.ok) throw new Error(why ?? `The server answered ${answer.status}`)
  return { access_token, expires_at }
}

/** Gives tokens, one short one, or none; `tell` hears why each was asked for and until when it lives. */
export function tokenSource(addressOf, tell) {
  let way = 'give'
  const answer = async (signal) => {
    if (way === 'refuse') throw new Error('the page gives none now')
    const token = await fromServer(addressOf(), signal)
    if (way !== 'short') return token
    way = 'refuse'
    return { ...token, expires_at: (Date.now() + shortLifeMs) / 1000 }
  }
  return {
    /** Another function each time: to an element, that is another session. */
    start(next) {
      way = next
      return async ({ reason, signal }) => {
        try {
          const token = await answer(signal)
          tell({ reason, expiresAt: token.expires_at * 1000 })
          return token
        } catch (error) {
          tell({ reason, refused: error.message })
          throw error
        }
      }
    },
  }
}
