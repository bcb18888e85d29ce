import { Trans, useLingui } from '@lingui/react/macro'
import type { CampaignHistoryRow } from '../../../contract/campaigns/edits.ts'
import { type CampaignRow, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { PartError, useReviewPart } from './loaded-parts.tsx'

/** Number of changes to search for comments. */
const changesMost = 100

const isDecision = ({ kind, undone_by }: CampaignHistoryRow) => kind === 'denied' || (kind === 'approved' && undone_by === null)

/** Comments for the reviewer since the last decision that was not undone. Expects the changes newest first. */
export function commentsSince(changes: readonly CampaignHistoryRow[]): readonly CampaignHistoryRow[] {
  const decided = changes.findIndex(isDecision)
  return changes.slice(0, decided < 0 ? undefined : decided).filter(({ comment }) => comment !== null && comment.trim() !== '')
}

export function ReviewComment({ row }: { readonly row: CampaignRow }) {
  const { t } = useLingui()
  const { member_group_id: memberGroupId, advertiser_id: advertiserId, campaign_id: campaignId } = row
  const { data, error, mutate } = useReviewPart('comment', campaigns.changes, {
    path: { memberGroupId, advertiserId, campaignId },
    body: { pagination: { start: 0, count: changesMost } },
  })
  if (error && !data) return <PartError name={t`Comment`} problem={error} onRetry={() => void mutate()} />
  const comments = commentsSince(data?.changes ?? [])
  if (comments.length === 0) return null
  return (
    <section aria-label={t`Comment`}>
      {comments.map(({ campaign_change_id: id, user, partner, comment }) => {
        const who = user?.name ?? partner ?? t`System`
        return (
          <p key={id}>
            <Trans>
              {who}: <q>{comment}</q>
            </Trans>
          </p>
        )
      })}
    </section>
  )
}
