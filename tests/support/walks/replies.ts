import type { Guard } from '../../../demo/platform/http/request-state.ts'
import type { Step, Walker } from './walk.ts'

const innards = 'what-a-broken-handler-tells'

/** A guard that adds fields to the response that are not in the contract. */
const telling: Guard = {
  name: 'telling',
  around: async (state, next) => {
    await next()
    const result = state.result
    state.result = typeof result === 'object' && result !== null && !Array.isArray(result) ? { ...result, secret: innards } : innards
    state.reply = JSON.stringify({ status: 'success', result: state.result })
  },
}

async function kept({ send }: Step) {
  const { status, text } = await send('superUser')
  return [
    ...(status === 500 ? [] : [`answers ${status} with a result that breaks the contract`]),
    ...(text.includes(innards) ? ['tells what the contract does not name'] : []),
  ]
}

/** Responses that do not match the contract are not sent. */
export const replies: Walker = {
  name: 'replies',
  covers: ({ signed }) => !signed,
  change: ({ guards }) => ({ guards: [...guards, telling] }),
  walk: kept,
}
