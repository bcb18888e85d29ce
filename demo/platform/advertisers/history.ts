import type { Advertiser } from '../../../src/contract/advertisers/advertisers.ts'
import type { RecordChangeKind } from '../../../src/contract/changes/changes.ts'
import type { UndoCause } from '../changes/nouns.ts'
import { type Fields, recordChange, recordDifference } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { fullAdvertiser } from './read.ts'

/** The fields of an advertiser that the history names. */
export const historyFields = (advertiser: Advertiser): Fields => ({
  name: advertiser.name,
  status: advertiser.status,
  advertiser_group_id: advertiser.advertiser_group_id,
  industry_id: advertiser.industry_id,
  channel_ids: advertiser.channel_ids,
  advertiser_experience_ids: advertiser.advertiser_experience_ids,
  billing_address: advertiser.billing_address,
  metadata: advertiser.metadata,
  dsps: advertiser.dsps,
})

interface ChangedAdvertiser {
  readonly advertiserId: number
  /** The advertiser before the change; undefined for a new one. */
  readonly before?: Advertiser
  readonly cause: UndoCause | { readonly kind: RecordChangeKind }
}

/** Records what has changed since `before`, and returns the id of the change; null if no field has. */
export async function recordAdvertiser(context: Context, { advertiserId, before, cause }: ChangedAdvertiser): Promise<number | null> {
  const after = await fullAdvertiser(context.database, advertiserId)
  const change = { entity: 'advertiser', entityId: advertiserId, ...cause } as const
  return recordDifference(context, change, before ? historyFields(before) : {}, historyFields(after))
}

/** Records that an advertiser is archived or taken back. */
export const recordArchival = (context: Context, advertiserId: number, kind: 'removed' | 'restored', before: Fields, after: Fields) =>
  recordChange(context, { entity: 'advertiser', entityId: advertiserId, kind, before, after })
