import type { DraftConstraints } from '../../../contract/drafts/constraints.ts'
import type { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import type { DraftProblem } from '../../../contract/drafts/problems.ts'
import type { Result } from '../../../contract/endpoint.ts'
import type { StepKey } from '../../../contract/templates/templates.rules.ts'
import type { Problem } from '../../../kit/problem.ts'
import { createResource, useResource } from '../../../parts/resource/resource.tsx'
import type { TargetingOptions } from '../../../parts/targeting-builder/targeting-reads.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import type { DraftForm } from './form.ts'
import type { DraftState } from './state.ts'
import type { DraftStore } from './store.ts'

/** Forecast for the draft; updates while the user types. */
export interface EstimateRead {
  readonly estimate: Result<typeof campaignDrafts.estimate> | undefined
  readonly problem: Problem | undefined
  readonly isAsking: boolean
  readonly retry: () => void
}

/** State that all steps of the builder share. */
export interface DraftContext {
  readonly store: DraftStore
  readonly state: DraftState
  readonly draftConstraints: DraftConstraints
  readonly currency: CurrencyFormat
  readonly problems: readonly DraftProblem[]
  readonly form: DraftForm
  readonly targeting: TargetingOptions
  readonly forecast: EstimateRead
  /** The open step. */
  readonly step: StepKey
  readonly clientId: number
  readonly advertiserId: number
}

const current = createResource<DraftContext>('DraftProvider')

export const DraftProvider = current.Context.Provider

/** The open draft with everything that its steps need. */
export const useDraftContext = (): DraftContext => useResource(current)

/** Path parameters of every draft request. */
export const pathOf = ({ clientId, advertiserId, state: { draft } }: Pick<DraftContext, 'clientId' | 'advertiserId' | 'state'>) => ({
  memberGroupId: clientId,
  advertiserId,
  campaignDraftUuid: draft.campaign_draft_uuid,
})
