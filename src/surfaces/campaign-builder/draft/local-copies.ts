import { any, is, number, object, record, string, type } from 'superstruct'
import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import type { CampaignDraft } from '../../../contract/drafts/drafts.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import { type SafeStorage, safeStorageOf } from '../../../kit/safe-storage.ts'

/** Unsaved input of a draft, stored in the browser until the platform has it. */
export interface StoredDraft {
  readonly draft: CampaignDraft
  readonly mine: CampaignDraftData
  readonly step: StepKey
  readonly at: number
}

const prefix = 'placard-draft '
/** Older copies are removed. */
const storedDraftMs = 30 * 86_400_000
const Shape = object({
  draft: type({ campaign_draft_uuid: string(), version: number(), data: record(string(), any()) }),
  mine: record(string(), any()),
  step: string(),
  at: number(),
})

function read(text: string | null, nowMs: number): StoredDraft | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return is(stored, Shape) && nowMs - stored.at < storedDraftMs ? (stored as unknown as StoredDraft) : undefined // shape checked; this module wrote it
  } catch {
    return undefined
  }
}

/** Stores a user's unsaved drafts in the browser: one copy per draft, plus one per advertiser for a draft that was never saved. */
export function draftCopies(owner: string, memory: SafeStorage = safeStorageOf(() => localStorage), nowMs: () => number = Date.now) {
  const ownPrefix = `${prefix}${owner} `
  return {
    read: (name: string) => read(memory.get(ownPrefix + name), nowMs()),
    write: (name: string, stored: Omit<StoredDraft, 'at'>) => memory.set(ownPrefix + name, JSON.stringify({ ...stored, at: nowMs() })),
    remove: (name: string) => memory.remove(ownPrefix + name),
    /** Removes expired copies of all users. */
    sweep: () => {
      for (const name of memory.keys(prefix)) if (!read(memory.get(prefix + name), nowMs())) memory.remove(prefix + name)
    },
  }
}
export type DraftCopies = ReturnType<typeof draftCopies>

/** Storage key: the draft's uuid, or the advertiser for a draft that was never saved. */
export const copyName = ({ campaign_draft_uuid, advertiser_id }: Pick<CampaignDraft, 'campaign_draft_uuid' | 'advertiser_id'>) =>
  campaign_draft_uuid || `new ${advertiser_id}`
