import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import type { AdGroupChange } from '../../../contract/ad-groups/changes.ts'
import { adGroups, type AdGroup } from '../../../contract/ad-groups/ad-groups.ts'
import type { Campaign } from '../../../contract/campaigns/campaigns.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { ResourceGate, createResource, useResource } from '../../../parts/resource/resource.tsx'
import { Button } from '../../../ui/button.tsx'
import { alert } from '../../../ui/icon/icons.ts'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { useCampaign } from '../campaign/gate.tsx'
import { useCampaignEffects } from '../detail/mutation.tsx'
import type { AdGroupConstraints } from './fields.tsx'

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

const currentAdGroup = createResource<Shared>('AdGroupGate')

/** The ad group of the surrounding AdGroupGate. */
export const useCurrentAdGroup = (): Shared => useResource(currentAdGroup)

/** The ad group does not exist, or belongs to another campaign. */
function Missing() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { campaign } = useCampaign()
  return (
    <EmptyState
      icon={alert}
      heading={<Trans>Ad group not found</Trans>}
      text={<Trans>It was deleted or belongs to another campaign.</Trans>}
    >
      <Button onPress={linkTo(`${campaign.campaign_id}/ad_groups`, t`Ad groups`).onNavigate}>
        <Trans>View this campaign’s ad groups</Trans>
      </Button>
    </EmptyState>
  )
}

/** Loads an ad group of the current campaign and provides it to its children. */
export function AdGroupGate({ adGroupId, children }: { readonly adGroupId: number; readonly children: ReactNode }) {
  const { at: ofCampaign } = useCampaign()
  const { memberGroupId, advertiserId, campaignId } = ofCampaign
  const at = useMemo(() => ({ memberGroupId, advertiserId, adGroupId }), [memberGroupId, advertiserId, adGroupId])
  const read = useRead(adGroups.one, { path: at })
  const { data } = read
  const shared = useMemo(() => data && { group: data, at }, [data, at])
  return (
    <ResourceGate
      read={read}
      brokenHeading={<Trans>Couldn’t load the ad group</Trans>}
      refused={<NoPermission text={<Trans>Ask your account administrator for access to ad groups.</Trans>} />}
      missing={<Missing />}
      isForeign={({ campaign_id }) => campaign_id !== campaignId}
      fatal={['missing', 'refused']}
    >
      {() => <currentAdGroup.Context value={shared}>{children}</currentAdGroup.Context>}
    </ResourceGate>
  )
}

/** Why the user cannot change the ad group. */
export const useAdGroupLockedReason = () => useDisabledReason()({ permissions: ['ad_groups.change'] })

/** Changes ad group fields with If-Match. */
export function useAdGroupChange() {
  const { group, at } = useCurrentAdGroup()
  const { mutate } = useMutate()
  const effects = useCampaignEffects()
  return (body: AdGroupChange, title?: string) =>
    mutate(adGroups.change, { path: at, body }, { version: group.version, ...effects({ fields: Object.keys(body), title }) })
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
