import type { AdGroupChange, NewAdGroup } from '../../../../contract/ad-group-changes.ts'
import { adGroupEntities } from '../../../../contract/ad-group-entities.ts'
import { adGroups } from '../../../../contract/ad-groups.ts'
import type { Send } from '../../../../kit/api.ts'
import { untilAnswered } from '../../../../kit/until-answered.ts'

interface Place {
  readonly memberGroupId: number
  readonly advertiserId: number
}
type Made = NewAdGroup & { readonly entity_ids: number[] }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const missingIn = (known: readonly number[], all: readonly number[]) => {
  const ids = new Set(known)
  return all.filter((id) => !ids.has(id))
}

/** Brings an ad group that was made as it was first sent to what the form has become since. */
async function catchUp(send: Send, place: Place, adGroupId: number, sent: Made, wanted: Made, change: AdGroupChange) {
  const path = { ...place, adGroupId }
  const { entity_ids: before, ...partsBefore } = sent
  const { entity_ids: after, ...partsAfter } = wanted
  const [added, gone] = [missingIn(before, after), missingIn(after, before)]
  if (added.length > 0) await send(adGroupEntities.add, { path, body: { entity_ids: added } })
  if (gone.length > 0) {
    const entities = gone.map((entity_id) => ({ ad_group_id: adGroupId, entity_id }))
    await send(adGroupEntities.remove, { query: { advertiserId: place.advertiserId }, body: { entities } })
  }
  if (isSame(partsBefore, partsAfter)) return
  const { version } = await send(adGroups.one, { path })
  await send(adGroups.change, { path, body: change }, { ifMatch: `"${version}"` })
}

/** Makes one ad group however often it is asked; where an answer was lost, what the form says by then is a change of it. */
export function groupMaking(send: Send, place: Place) {
  const once = untilAnswered<Made>()
  let made: { readonly id: number; readonly sent: Made } | undefined
  return async (wanted: Made, change: AdGroupChange): Promise<number> => {
    if (!made) {
      const { answer, sent } = await once(wanted, (body, idempotencyKey) =>
        send(adGroups.create, { path: place, body }, { idempotencyKey }),
      )
      made = { id: answer.ad_group_id, sent }
    }
    await catchUp(send, place, made.id, made.sent, wanted, change)
    return made.id
  }
}
