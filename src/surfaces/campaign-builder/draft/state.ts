import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import type { CampaignDraft } from '../../../contract/drafts/drafts.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import type { Problem } from '../../../kit/problem.ts'

/** How far what was typed has come. */
export type Saving =
  | 'saved'
  | 'unsaved'
  | 'saving'
  /** There is no connection; what is typed is kept here. */
  | 'offline'
  /** Somebody else has changed the same; the person decides. */
  | 'differs'
  /** The platform did not take it. */
  | 'refused'
  /** There is no such draft any more. */
  | 'gone'

export type DraftField = keyof CampaignDraftData
/** One field that two have changed. */
export interface Difference {
  readonly field: DraftField
  readonly mine: unknown
  readonly theirs: unknown
}

/** A draft as one tab has it. */
export interface DraftState {
  /** As the platform has it; of one that was never sent, with an empty uuid. */
  readonly draft: CampaignDraft
  /** What is typed and not on the platform yet. */
  readonly mine: CampaignDraftData
  /** Everything, as it stands on the screen. */
  readonly data: CampaignDraftData
  readonly step: StepKey
  readonly reached: StepKey
  readonly saving: Saving
  /** When it was last on the platform, in milliseconds. */
  readonly savedAt: number | undefined
  readonly differences: readonly Difference[]
  /** The draft as somebody else has left it, while the person decides. */
  readonly theirs: CampaignDraft | undefined
  readonly problem: Problem | undefined
  /** Another tab has it open. */
  readonly isElsewhere: boolean
}

/** Whether two values of a field say the same. */
export const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const fieldsOf = (data: CampaignDraftData) => Object.keys(data) as DraftField[] // keys of the data are its fields

/** The fields that were changed here and meanwhile by somebody else, to something else. */
export const differencesOf = (mine: CampaignDraftData, before: CampaignDraftData, theirs: CampaignDraftData): Difference[] =>
  fieldsOf(mine).flatMap((field) =>
    isSameValue(theirs[field], before[field]) || isSameValue(theirs[field], mine[field])
      ? []
      : [{ field, mine: mine[field], theirs: theirs[field] }],
  )

/** Whether what one looks at has become another: somebody else has changed a field that was not typed here, or what the draft holds. */
export function isOtherSince(seen: Pick<DraftState, 'draft' | 'mine'>, now: CampaignDraft): boolean {
  if (seen.draft.campaign_draft_uuid === '') return false
  const isOther = (field: DraftField) => !(field in seen.mine) && !isSameValue(seen.draft.data[field], now.data[field])
  return seen.draft.held_version !== now.held_version || fieldsOf({ ...seen.draft.data, ...now.data }).some(isOther)
}

/** What is left to send after some of it came through; what was typed on meanwhile stays. */
export const stillMine = (mine: CampaignDraftData, sent: CampaignDraftData): CampaignDraftData =>
  Object.fromEntries(Object.entries(mine).filter(([field, value]) => value !== sent[field as DraftField])) // likewise

/** What is typed but for some fields. */
export const without = (mine: CampaignDraftData, fields: readonly DraftField[]): CampaignDraftData =>
  Object.fromEntries(Object.entries(mine).filter(([field]) => !fields.includes(field as DraftField))) // likewise

/** The later of two steps. */
export const laterOf = (steps: readonly StepKey[], one: StepKey, other: StepKey) =>
  steps.indexOf(one) >= steps.indexOf(other) ? one : other
