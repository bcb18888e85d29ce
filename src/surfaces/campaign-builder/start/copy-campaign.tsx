import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { draftLists } from '../../../contract/drafts/draft-lists.ts'
import { campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { containsPattern } from '../../../contract/list.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import type { OptionLoader, SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'

interface CopyProps {
  readonly advertiserId: number
  readonly copyOf: number | undefined
}

/** Pages of the advertiser's campaigns. */
function useCampaignOptionPages(advertiserId: number): OptionLoader {
  const { advertiser } = useClient()
  const day = useToday(advertiser?.time_zone)
  const { send } = useRuntime()
  const { clientId } = useScope()
  const { i18n } = useLingui()
  return useMemo(
    () =>
      async ({ search, start, count, signal }) => {
        const path = { memberGroupId: clientId }
        const body = {
          start_date: day,
          end_date: day,
          advertiser_ids: [advertiserId],
          pagination: { start, count },
          sort: [{ field: 'name', order: 'asc' as const }],
          ...(search && { filters: [{ field: 'name', operation: 'ILIKE' as const, value: containsPattern(search) }] }),
        }
        const found = await send(campaigns.report, { path, body }, { signal })
        const options = found.campaigns.map(({ campaign_id: id, name: label, status }) => ({ id, label, note: statusLabel(status, i18n) }))
        return { options, total: found.total }
      },
    [send, clientId, advertiserId, day, i18n],
  )
}

/** Creates a draft as a copy of a campaign. */
export default function CopyCampaign({ advertiserId, copyOf }: CopyProps) {
  const { t, i18n } = useLingui()
  const { clientId } = useScope()
  const { setQuery } = usePath()
  const ask = useCampaignOptionPages(advertiserId)
  const path = { memberGroupId: clientId, advertiserId }
  const given = useRead(campaigns.one, copyOf === undefined ? null : { path: { ...path, campaignId: copyOf } })
  const [own, setOwn] = useState<SelectedOption | null>(null)
  const chosen = own ?? (given.data ? { id: given.data.campaign_id, label: given.data.name } : null)
  const { mutate } = useMutate()
  const { isPending, problem, attempt } = useAttempt()
  const copy = async () => {
    if (typeof chosen?.id !== 'number') return
    const call = { path: { ...path, campaignId: chosen.id } }
    const draft = await attempt(mutate(campaignDrafts.copy, call, { stale: [draftLists] }))
    if (draft) setQuery({ draft: draft.campaign_draft_uuid, step: draft.step, copy: undefined })
  }
  return (
    <>
      <Select label={t`Campaign`} isRequired options={ask} value={chosen} onChange={setOwn} />
      {problem && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t copy the campaign`}>
          {problemText(problem, i18n)}
        </Callout>
      )}
      <div className="row">
        <Button kind="primary" isBusy={isPending} disabledBecause={chosen ? undefined : t`Choose a campaign`} onPress={() => void copy()}>
          <Trans>Copy campaign</Trans>
        </Button>
      </div>
    </>
  )
}
