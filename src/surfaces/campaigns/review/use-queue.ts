import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { campaigns, type CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { addDays } from '../../../contract/dates/date-ranges.ts'
import { reviewStatusIds } from '../../../contract/statuses.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useToday } from '../../../parts/time/use-today.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { campaignData } from '../campaign-data.ts'
import { useCampaigns } from '../context.tsx'
import { useListAdvertisers } from '../list/layout.tsx'
import { usePageStart } from '../../../parts/resource/pager.tsx'
import { pathOf } from './calls.ts'
import { useApprove } from './use-approve.ts'

/** Name of the URL parameter for the first row of the page. */
export const queueParam = 'queue'
/** Campaigns per page. */
export const queuePageSize = 200

const isUnderReview = { field: 'review_status_id', operation: '=' as const, value: reviewStatusIds.under_review }

/** Reads a page of the campaigns under review, longest waiting first, and the campaign named in the URL, which may be on another page. */
function useReviewPage(campaignParam: string | null) {
  const { clientId } = useScope()
  const ids = useListAdvertisers()
  const today = useToday()
  const path = { memberGroupId: clientId }
  const range = { start_date: addDays(today, -7), end_date: today, ...(ids && { advertiser_ids: [...ids] }) }
  const body = {
    ...range,
    pagination: { start: usePageStart(queueParam), count: queuePageSize },
    filters: [isUnderReview],
    sort: [
      { field: 'submitted_at', order: 'asc' as const },
      { field: 'created_at', order: 'asc' as const },
    ],
  }
  const read = useRead(campaigns.report, { path, body }, { keepPreviousData: true })
  const rows = read.data?.campaigns ?? []
  // When the URL names a campaign, no other one is opened in its place.
  const at = campaignParam === null ? 0 : rows.findIndex(({ campaign_id }) => String(campaign_id) === campaignParam)
  const id = read.data && at < 0 && /^[1-9]\d{0,8}$/.test(campaignParam ?? '') ? Number(campaignParam) : undefined
  const named = {
    ...range,
    pagination: { start: 0, count: 1 },
    filters: [isUnderReview, { field: 'campaign_id', operation: '=' as const, value: id ?? 0 }],
  }
  const other = useRead(campaigns.report, id === undefined ? null : { path, body: named })
  const current = rows[at] ?? (id === undefined ? undefined : other.data?.campaigns[0])
  const error = read.error ?? (id === undefined ? undefined : other.error)
  const retry = () => Promise.all([read.mutate(), other.mutate()])
  return { rows, at, current, error, retry, data: read.data, isSought: id !== undefined && !other.data }
}

/** Whether the queue is still on screen; its notices can outlive it. */
function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** State of the review queue: its page, the open campaign, and the decisions. */
export function useQueue() {
  const { t } = useLingui()
  const { mutate, showError } = useMutate()
  const { isPending, attempt } = useAttempt()
  const { emit } = useCampaigns()
  const approveCampaign = useApprove()
  const isOpen = useIsMounted()
  const { query, setQuery } = usePath()
  const waiting = useReviewPage(query.get('campaign'))
  const { rows, at } = waiting
  const start = usePageStart(queueParam)
  // When the last campaign of a page is decided, the previous page opens.
  const before = { [queueParam]: start > queuePageSize ? String(start - queuePageSize) : undefined }
  // The parameters of the paged lists belong to the previous campaign, so they are cleared.
  const show = (row: CampaignRow | undefined) =>
    setQuery({ campaign: row && String(row.campaign_id), ad_groups: undefined, entities: undefined, ...(!row && before) })

  /** The campaign that opens after a decision. */
  const nextOf = () => rows[at + 1] ?? rows[at - 1]

  async function approve(row: CampaignRow) {
    const next = nextOf()
    const reopen = () => {
      if (isOpen.current) show(row)
    }
    const approved = approveCampaign({ path: pathOf(row) }, row, reopen).then(() => show(next))
    await attempt(approved.catch(showError(t`Couldn’t save the review decision`)))
  }
  /** Rejects on failure: the dialog shows the error and keeps the comment. */
  async function deny(row: CampaignRow, comment: string) {
    const next = nextOf()
    const effects = {
      version: row.version,
      stale: campaignData,
      event: () => emit('ad-campaign-denied', { campaign_id: row.campaign_id }),
      title: t`Denied: ${row.name}`,
    }
    await mutate(campaigns.deny, { path: pathOf(row), body: { comment } }, effects)
    show(next)
  }
  return { ...waiting, total: waiting.data?.total, isBusy: isPending, show, approve, deny }
}
export type Queue = ReturnType<typeof useQueue>
