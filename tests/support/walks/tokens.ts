import { amount } from '../platform/audit.ts'
import type { Step, Walker } from './walk.ts'

const wrongTokens = ['Bearer nonsense', 'Bearer', 'Basic dG9tOnRvbQ==', 'Bearer token-of-nobody', `Bearer ${'x'.repeat(5000)}`]

async function withoutToken({ endpoint, send }: Step) {
  const { status, reply, headers } = await send('nobody')
  if (endpoint.signed) return status === 401 ? [] : [`is signed, and answers ${status} to a body without a signature`]
  if (endpoint.open) return status === 200 ? [] : [`is open, and answers ${status} to somebody without a token`]
  if (status !== 401 || reply?.code !== 'not_authenticated') return [`answers ${status} without a token`]
  return headers.get('www-authenticate') === 'Bearer' ? [] : ['does not say how to authenticate']
}

async function withWrongToken({ send }: Step, token: string) {
  const { status } = await send('nobody', undefined, { Authorization: token })
  return status === 401 ? [] : [`answers ${status} to the token "${token.slice(0, 30)}"`]
}

/** A page whose origin is on no list, with a partner's token. This holds even for endpoints that partners cannot use. */
async function fromOtherOrigin({ endpoint, send }: Step) {
  if (endpoint.open) return []
  const { status, reply } = await send('partner', undefined, { Origin: 'https://elsewhere.example' })
  return reply?.code === 'origin_refused' ? [] : [`answers ${status} to a partner's token on a page of elsewhere`]
}

/** Without a token only open endpoints answer, and they refuse a wrong one too. A partner's token works only on its client's pages. */
export const tokens: Walker = {
  name: 'tokens',
  covers: () => true,
  walk: async (step) => [
    ...(await withoutToken(step)),
    ...(await fromOtherOrigin(step)),
    ...(await Promise.all(step.some(wrongTokens, amount(wrongTokens.length, 2)).map((token) => withWrongToken(step, token)))).flat(),
  ],
}
