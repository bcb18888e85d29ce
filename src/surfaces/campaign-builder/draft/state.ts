import type { CampaignDraftData } from '../../../contract/drafts/drafts.data.ts'
import type { CampaignDraft } from '../../../contract/drafts/drafts.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import type { Problem } from '../../../kit/problem.ts'

/** Save state of the draft. */
export type Saving =
  | 'saved'
  | 'unsaved'
  | 'saving'
  /** No connection; the browser stores the input. */
  | 'offline'
  /** Another user has changed the same fields; the user decides which values to keep. */
  | 'differs'
  /** The platform refused the change. */
  | 'refused'
  /** The draft no longer exists. */
  | 'gone'

export type DraftField = keyof CampaignDraftData
/** A field that both users have changed. */
export interface FieldConflict {
  readonly field: DraftField
  readonly mine: unknown
  readonly theirs: unknown
}

/** State of a draft in one browser tab. */
export interface DraftState {
  /** The saved version; has an empty uuid if it was never saved. */
  readonly draft: CampaignDraft
  /** Fields that are not saved yet. */
  readonly mine: CampaignDraftData
  /** Saved and unsaved fields together, as shown on screen. */
  readonly data: CampaignDraftData
  readonly step: StepKey
  readonly reached: StepKey
  readonly saving: Saving
  /** Time of the last save, in milliseconds. */
  readonly savedAt: number | undefined
  readonly fieldConflicts: readonly FieldConflict[]
  /** The other user's version, until the user has decided. */
  readonly theirs: CampaignDraft | undefined
  readonly problem: Problem | undefined
  readonly isOpenInOtherTab: boolean
  /** Entities are being added or removed, so the draft's count is not final. */
  readonly isChoosing: boolean
  /** One of these requests failed, or of the last ones when none is pending. */
  readonly hasChoiceFailed: boolean
}

export const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const fieldsOf = (data: CampaignDraftData) => Object.keys(data) as DraftField[] // keys of the data are its fields

/** Fields that both this user and another user have changed, to different values. */
export const conflictsOf = (mine: CampaignDraftData, before: CampaignDraftData, theirs: CampaignDraftData): FieldConflict[] =>
  fieldsOf(mine).flatMap((field) =>
    isSameValue(theirs[field], before[field]) || isSameValue(theirs[field], mine[field])
      ? []
      : [{ field, mine: mine[field], theirs: theirs[field] }],
  )

/**
 * True when the draft differs from what the user saw: another user has changed a field that is not edited here,
 * or the draft's entities or ad groups.
 */
export function hasChangedSince(before: Pick<DraftState, 'draft' | 'mine'>, now: CampaignDraft): boolean {
  if (before.draft.campaign_draft_uuid === '') return false
  const isOther = (field: DraftField) => !(field in before.mine) && !isSameValue(before.draft.data[field], now.data[field])
  return before.draft.held_version !== now.held_version || fieldsOf({ ...before.draft.data, ...now.data }).some(isOther)
}

/** Unsaved fields after a save. A field that was edited again during the request is still unsaved. */
export const stillUnsaved = (mine: CampaignDraftData, sent: CampaignDraftData): CampaignDraftData =>
  Object.fromEntries(Object.entries(mine).filter(([field, value]) => value !== sent[field as DraftField])) // keys of `mine` are fields

/** Unsaved fields except the given ones. */
export const withoutFields = (mine: CampaignDraftData, fields: readonly DraftField[]): CampaignDraftData =>
  Object.fromEntries(Object.entries(mine).filter(([field]) => !fields.includes(field as DraftField))) // keys of `mine` are fields

export const laterStepOf = (steps: readonly StepKey[], a: StepKey, b: StepKey) => (steps.indexOf(a) >= steps.indexOf(b) ? a : b)
