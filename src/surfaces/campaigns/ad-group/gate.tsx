import { Trans, useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { AdGroupChange } from '../../../contract/ad-groups/changes.ts'
import { type AdGroup, adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import type { Campaign } from '../../../contract/campaigns/campaigns.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useRead } from '../../../kit/cache.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { Button } from '../../../ui/button.tsx'
import { alert } from '../../../ui/icon/icons.ts'
import { ErrorState, EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useCampaignMutation } from '../detail/mutation.ts'
import type { AdGroupConstraints } from './values.ts'

/** Path parameters of every ad group request. */
interface AdGroupPathParams {
  readonly memberGroupId: number
  readonly advertiserId: number
  readonly adGroupId: number
}
interface Shared {
  readonly group: AdGroup
  readonly at: AdGroupPathParams
}

const Current = createContext<Shared | undefined>(undefined)

/** The ad group of the surrounding GroupGate. */
export function useCurrentAdGroup(): Shared {
  const shared = useContext(Current)
  if (!shared) throw new Error('useGroup is used outside GroupGate')
  return shared
}

/** The ad group does not exist, or belongs to another campaign. */
function Missing() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { campaign } = useCampaign()
  return (
    <EmptyState
      icon={alert}
      heading={<Trans>There is no such ad group</Trans>}
      text={<Trans>It was deleted, or it is not in this campaign.</Trans>}
    >
      <Button onPress={linkTo(`${campaign.campaign_id}/ad_groups`, t`Ad groups`).onNavigate}>
        <Trans>See the ad groups of this campaign</Trans>
      </Button>
    </EmptyState>
  )
}

/** Loads an ad group of the current campaign and provides it to its children. */
export function AdGroupGate({ adGroupId, children }: { readonly adGroupId: number; readonly children: ReactNode }) {
  const { t, i18n } = useLingui()
  const { at: ofCampaign } = useCampaign()
  const { memberGroupId, advertiserId, campaignId } = ofCampaign
  const at = useMemo(() => ({ memberGroupId, advertiserId, adGroupId }), [memberGroupId, advertiserId, adGroupId])
  const { data, error, mutate } = useRead(adGroups.one, { path: at })
  const shared = useMemo(() => data && { group: data, at }, [data, at])
  if (error?.kind === 'missing' || (data && data.campaign_id !== campaignId)) return <Missing />
  if (error?.kind === 'refused') return <NoPermission text={<Trans>Ask an administrator of your account for access to ad groups.</Trans>} />
  if (error && !data)
    return (
      <ErrorState
        heading={t`The ad group could not be read`}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  return shared ? <Current value={shared}>{children}</Current> : <LoadingSkeleton height={360} />
}

/** Why the user cannot change the ad group. */
export const useAdGroupLockedReason = () => useDisabledReason()({ permissions: ['ad_groups.change'] })

/** Changes ad group fields with If-Match. */
export function useAdGroupChange() {
  const { send } = useRuntime()
  const { group, at } = useCurrentAdGroup()
  const does = useCampaignMutation()
  return (body: AdGroupChange, title?: string) =>
    does(() => send(adGroups.change, { path: at, body }, ifMatch(group.version)), {
      fields: Object.keys(body),
      ...(title && { title }),
    })
}

/** The constraints that the form validates against. */
export function adGroupConstraintsOf(group: AdGroup, campaign: Campaign, today: string): AdGroupConstraints {
  const { min_bid, max_bid, spent, start_date, end_date } = group
  return {
    campaign: { ...campaign, budget: microsOf(campaign.budget) },
    limits: { min_bid: microsOf(min_bid), max_bid: max_bid === null ? null : microsOf(max_bid) },
    today,
    spent: microsOf(spent),
    before: { start_date, end_date },
  }
}
