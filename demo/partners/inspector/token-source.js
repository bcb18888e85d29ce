// Token function of a page that can refuse or shorten tokens. Tokens go to the element and are never displayed.
const shortLifeMs = 30_000

async function fromServer(address, signal) {
  const answer = await fetch(address, { signal })
  const { access_token, expires_at, error_description: why } = await answer.json()
  if (!answer.ok) throw new Error(why ?? `The server answered ${answer.status}`)
  return { access_token, expires_at }
}

/** Gives tokens, one short-lived token, or none. `tell` receives the reason of each request and the token's expiry. */
export function tokenSource(addressOf, tell) {
  let way = 'give'
  const answer = async (signal) => {
    if (way === 'refuse') throw new Error('the page refuses tokens')
    const token = await fromServer(addressOf(), signal)
    if (way !== 'short') return token
    way = 'refuse'
    return { ...token, expires_at: (Date.now() + shortLifeMs) / 1000 }
  }
  return {
    /** Returns a new function each time, because an element starts a new session for a new function. */
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
