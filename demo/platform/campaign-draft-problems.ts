import type { CampaignDraft } from '../../src/contract/campaign-drafts.ts'
import type { DraftGround } from '../../src/contract/campaign-drafts.ground.ts'
import { type DraftProblem, problemsOf } from '../../src/contract/campaign-drafts.rules.ts'
import type { Context } from './context.ts'

/** Everything that is not right in a draft yet, with what only the platform knows of targeting and pictures. */
export async function draftProblems(_context: Context, draft: CampaignDraft, ground: DraftGround): Promise<DraftProblem[]> {
  return problemsOf(draft, ground)
}
