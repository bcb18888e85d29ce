import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type CampaignRow, campaigns } from '../../../../contract/campaigns.ts'
import { addDays } from '../../../../contract/date-ranges.ts'
import { reviewStatusIds } from '../../../../contract/statuses.ts'
import { useRead, useRefresh } from '../../../../kit/cache.tsx'
import { useGuest } from '../../../../kit/guest.tsx'
import { usePath } from '../../../../kit/path.ts'
import { asProblem, problemText } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useToday } from '../../../../parts/use-today.ts'
import { useWhose } from '../../../../parts/whose.tsx'
import { useCampaigns } from '../campaigns.ts'
import { useListAdvertisers } from '../list/ground.tsx'

/** So many are in sight; whoever decides one sees the next. */
const queueMost = 200

/** The campaigns that wait for a review, the one that waits longest first. */
function useWaiting() {
  const { clientId } = useWhose()
  const ids = useListAdvertisers()
  const today = useToday()
  const body = {
    ...{ start_date: addDays(today, -7), end_date: today, pagination: { start: 0, count: queueMost } },
    sort: [
      { field: 'submitted_at', order: 'asc' as const },
      { field: 'created_at', order: 'asc' as const },
    ],
    filters: [{ field: 'review_status_id', operation: '=' as const, value: reviewStatusIds.under_review }],
    ...(ids && { advertiser_ids: [...ids] }),
  }
  return useRead(campaigns.report, { path: { memberGroupId: clientId }, body }, { keepPreviousData: true })
}

const pathOf = ({ member_group_id, advertiser_id, campaign_id }: CampaignRow) => ({
  memberGroupId: member_group_id,
  advertiserId: advertiser_id,
  campaignId: campaign_id,
})

/** The queue: what waits, which one is looked at, and what was decided of it. */
export function useQueue() {
  const { send } = useRuntime()
  const { t, i18n } = useLingui()
  const { notify } = useGuest()
  const { emit } = useCampaigns()
  const { query, setQuery } = usePath()
  const refresh = useRefresh()
  const answer = useWaiting()
  const [isBusy, setBusy] = useState(false)
  const rows = answer.data?.campaigns ?? []
  const said = query.get('campaign')
  // Who was sent to a campaign decides about that one, or about none.
  const at = said === null ? 0 : rows.findIndex(({ campaign_id }) => String(campaign_id) === said)
  const current = rows[at]
  // The pages of its lists are those of one campaign.
  const show = (row: CampaignRow | undefined) =>
    setQuery({ campaign: row && String(row.campaign_id), ad_groups: undefined, entities: undefined })

  async function decide(row: CampaignRow, comment: string | undefined) {
    const next = rows[at + 1] ?? rows[at - 1]
    setBusy(true)
    try {
      const [path, seen] = [pathOf(row), { ifMatch: `"${row.version}"` }]
      await (comment === undefined ? send(campaigns.approve, { path }, seen) : send(campaigns.deny, { path, body: { comment } }, seen))
      emit(comment === undefined ? 'ad-campaign-approved' : 'ad-campaign-denied', { campaign_id: row.campaign_id })
      notify({ kind: 'success', title: comment === undefined ? t`Approved: ${row.name}` : t`Denied: ${row.name}` })
      show(next)
    } catch (error) {
      // What was typed stays where it was typed, with the reason.
      if (comment !== undefined) throw error
      notify({ kind: 'error', title: t`It was not decided`, text: problemText(asProblem(error), i18n), durationMs: 10_000 })
    } finally {
      refresh(campaigns)
      setBusy(false)
    }
  }
  return { ...answer, rows, total: answer.data?.total, current, at, isBusy, show, decide }
}
export type Queue = ReturnType<typeof useQueue>
