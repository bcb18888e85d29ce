import type { RuleResult } from '../reply.ts'
import type { StepKey, TemplateFlow } from '../templates/templates.rules.ts'
import type { AdGroupDraftData, CampaignDraftData } from './drafts.data.ts'
import type { DraftPart } from './steps.rules.ts'

/** The reason of a rule that does not hold, with the values of its message. */
export type DraftFault = Exclude<RuleResult, true>

/** A problem of a draft: the step that shows the field, the field's path in requests, and the reason. */
export interface DraftProblem {
  readonly step: StepKey
  readonly field: string
  readonly answer: DraftFault
}

/** A problem in one part of the draft. */
export interface PartFault {
  readonly part: DraftPart
  readonly field: string
  readonly answer: DraftFault
}

/** The fields of a draft that its rules need. */
export interface CheckedDraft {
  readonly flow: TemplateFlow
  readonly steps: readonly StepKey[]
  readonly campaign_template_id: number | null
  readonly data: CampaignDraftData
  readonly entity_count: number
  readonly ad_group_drafts: readonly { readonly data: AdGroupDraftData; readonly entity_count: number }[]
}
