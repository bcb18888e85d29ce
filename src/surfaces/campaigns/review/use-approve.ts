import { useLingui } from '@lingui/react/macro'
import { type Campaign, campaigns } from '../../../contract/campaigns/campaigns.ts'
import type { Call } from '../../../contract/endpoint.ts'
import { isOutcomeUnknown } from '../../../kit/idempotent-write.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem } from '../../../kit/problem.ts'
import type { UndoResult } from '../../../kit/undo.ts'
import { refusalSentences } from '../../../parts/campaigns/change-texts.ts'
import { campaignData } from '../campaign-data.ts'
import { useCampaigns } from '../context.tsx'
import { useCurrency } from '../../../parts/scope/client.tsx'

/** How long the notice of an approval offers Undo. */
const undoOfferMs = 10_000

type ApprovedCampaign = Pick<Campaign, 'campaign_id' | 'name' | 'version' | 'currency_code'>

/** Approves a campaign and offers to undo that, both with their event for the host page. */
export function useApprove() {
  const { t, i18n } = useLingui()
  const { mutate } = useMutate()
  const { emit } = useCampaigns()
  const currencyOf = useCurrency()

  async function undoApproval(call: Call<typeof campaigns.undoApproval>, of: ApprovedCampaign): Promise<UndoResult> {
    const effects = {
      version: of.version,
      stale: campaignData,
      event: () => emit('ad-campaign-approval-undone', { campaign_id: of.campaign_id }),
    }
    try {
      await mutate(campaigns.undoApproval, call, effects)
      return 'undone'
    } catch (error) {
      const problem = asProblem(error)
      const refused = refusalSentences(problem, { currency: currencyOf(of.currency_code) }, i18n)
      return { refused, isOpen: isOutcomeUnknown(problem) }
    }
  }

  /** Rejects if the approval fails. `onUndone` is called after a successful undo. */
  return (call: Call<typeof campaigns.approve>, of: ApprovedCampaign, onUndone?: () => void) =>
    mutate(campaigns.approve, call, {
      version: of.version,
      stale: campaignData,
      event: () => emit('ad-campaign-approved', { campaign_id: of.campaign_id }),
      title: t`Approved: ${of.name}`,
      undoneTitle: t`Back in review: ${of.name}`,
      durationMs: undoOfferMs,
      undo: (approved) => async () => {
        const result = await undoApproval(call, approved)
        if (result === 'undone') onUndone?.()
        return result
      },
    })
}
