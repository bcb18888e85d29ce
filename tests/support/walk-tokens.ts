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

/** Without a token nothing is answered but what is open, and a wrong one is refused even there. */
export const tokens: Walker = {
  name: 'tokens',
  covers: () => true,
  walk: async (step) => [
    ...(await withoutToken(step)),
    ...(await Promise.all(wrongTokens.map((token) => withWrongToken(step, token)))).flat(),
  ],
}
