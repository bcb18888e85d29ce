import type { Step, Walker } from './walk.ts'

const wrongTokens = ['Bearer nonsense', 'Bearer', 'Basic dG9tOnRvbQ==', 'Bearer token-of-nobody', `Bearer ${'x'.repeat(5000)}`]

async function withoutToken({ endpoint, send }: Step) {
  const { status, reply, headers } = await send('nobody')
  if (endpoint.open) return status === 200 ? [] : [`is open, and answers ${status} to somebody without a token`]
  if (status !== 401 || reply?.code !== 'not_authenticated') return [`answers ${status} without a token`]
  return headers.get('www-authenticate') === 'Bearer' ? [] : ['does not say how to authenticate']
}

async function withWrongToken({ send }: Step, token: string) {
  const { status } = await send('nobody', undefined, { Authorization: token })
  return status === 401 ? [] : [`answers ${status} to the token "${token.slice(0, 30)}"`]
}

/** A page of nobody's list, with a partner's token; the endpoint has not even to be the partner's. */
async function fromElsewhere({ endpoint, send }: Step) {
  if (endpoint.open) return []
  const { status, reply } = await send('partner', undefined, { Origin: 'https://elsewhere.example' })
  return reply?.code === 'origin_refused' ? [] : [`answers ${status} to a partner's token on a page of elsewhere`]
}

/** Without a token nothing is answered but what is open, and a wrong one is refused even there; a partner's counts on its client's pages alone. */
export const tokens: Walker = {
  name: 'tokens',
  covers: () => true,
  walk: async (step) => [
    ...(await withoutToken(step)),
    ...(await fromElsewhere(step)),
    ...(await Promise.all(wrongTokens.map((token) => withWrongToken(step, token)))).flat(),
  ],
}
