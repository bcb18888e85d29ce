import { TokenBuckets } from '../../../demo/platform/http/token-buckets.ts'
import type { CallerName } from '../world/people.ts'
import type { Step, Walker } from './walk.ts'

/** A limit of one request, with almost no refill during the walk. */
const once = () => ({ perCaller: new TokenBuckets(1, 0.001), perAddress: new TokenBuckets(1, 0.001) })

async function second({ endpoint, send }: Step, name: CallerName) {
  await send(name)
  const { status, reply, headers } = await send(name)
  const isCoded = endpoint.ofrep ? reply?.errorCode === 'GENERAL' : reply?.code === 'too_many'
  if (status !== 429 || !isCoded) return [`answers ${status} to ${name}, who asks too often`]
  return Number(headers.get('retry-after')) > 0 ? [] : ['does not say when to come back']
}

/** Too many requests of one caller, or of one address without a caller, are refused. */
export const rates: Walker = {
  name: 'rates',
  covers: () => true,
  change: () => ({ limits: once() }),
  walk: async (step) => [...(await second(step, 'superUser')), ...(await second(step, 'nobody'))],
}
