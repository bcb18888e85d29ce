import type { AdGroupChange, NewAdGroup } from '../../../contract/ad-groups/changes.ts'
import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { ifMatch, type Send } from '../../../kit/api.ts'
import { createIdempotentWrite } from '../../../kit/idempotent-write.ts'

interface AdvertiserPath {
  readonly memberGroupId: number
  readonly advertiserId: number
}
type AdGroupBody = NewAdGroup & { readonly entity_ids: number[] }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const missingIn = (known: readonly number[], all: readonly number[]) => {
  const ids = new Set(known)
  return all.filter((id) => !ids.has(id))
}

/** The created ad group and its last known state on the platform. */
interface CreatedAdGroup {
  readonly id: number
  now: AdGroupBody
}

/** Updates the created ad group to the current form values. `made.now` records each step, so that a retry continues after a failure. */
async function catchUp(send: Send, advertiser: AdvertiserPath, made: CreatedAdGroup, wanted: AdGroupBody, change: AdGroupChange) {
  const { id: adGroupId } = made
  const path = { ...advertiser, adGroupId }
  const { entity_ids: before, ...partsBefore } = made.now
  const { entity_ids: after, ...partsAfter } = wanted
  const have = (entity_ids: number[]) => {
    made.now = { ...made.now, entity_ids }
  }
  const added = missingIn(before, after)
  const gone = missingIn(after, before)
  if (added.length > 0) {
    await send(adGroupEntities.add, { path, body: { entity_ids: added } })
    have([...before, ...added])
  }
  if (gone.length > 0) {
    const entities = gone.map((entity_id) => ({ ad_group_id: adGroupId, entity_id }))
    await send(adGroupEntities.remove, { query: { advertiserId: advertiser.advertiserId }, body: { entities } })
    have(after)
  }
  if (isSame(partsBefore, partsAfter)) return
  const { version } = await send(adGroups.one, { path })
  await send(adGroups.change, { path, body: change }, ifMatch(version))
  made.now = wanted
}

/**
 * Creates one ad group, also when the user retries. After a lost response the original request is repeated with its
 * idempotency key, and form values that changed since then are saved as an update. The form does what follows with `follow`.
 */
export function createAdGroupOnce(send: Send, advertiser: AdvertiserPath) {
  const once = createIdempotentWrite<AdGroupBody>()
  let made: CreatedAdGroup | undefined
  return async (wanted: AdGroupBody, change: AdGroupChange): Promise<number> => {
    if (!made) {
      const { response, sent } = await once(wanted, (body, idempotencyKey) =>
        send(adGroups.create, { path: advertiser, body }, { idempotencyKey }),
      )
      made = { id: response.ad_group_id, now: sent }
    }
    await catchUp(send, advertiser, made, wanted, change)
    return made.id
  }
}
