import { mailLimit } from '../../../demo/platform/http/guards/mail-rate.ts'
import { takeSharedToken } from '../../../demo/platform/http/shared-limits.ts'
import { fixedNow } from '../world/small-world.ts'
import type { Walker } from './walk.ts'

/** Once another server has used up the limit of an address, requests for mails from there are refused. */
export const mailings: Walker = {
  name: 'mailings',
  covers: ({ mails }) => mails === true,
  walk: async ({ world: { database }, send, undo }) => {
    for (let taken = 0; taken < mailLimit.burst; taken++) await takeSharedToken(database, mailLimit, '127.0.0.1', fixedNow())
    const { status, headers } = await send('nobody')
    await undo()
    if (status !== 429) return [`answers ${status} to an address that has asked for ${mailLimit.burst} mails`]
    return Number(headers.get('retry-after')) > 0 ? [] : ['does not say when to come back']
  },
}
