import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import { campaigns, type Campaign } from '../../../contract/campaigns/campaigns.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { ResourceGate, createResource, useResource } from '../../../parts/resource/resource.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { alert } from '../../../ui/icon/icons.ts'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { useCurrency } from '../../../parts/scope/client.tsx'

/** The campaign and the values that its tabs share. */
export interface CampaignContext {
  readonly campaign: Campaign
  readonly currency: CurrencyFormat
  /** Today in the advertiser's time zone. */
  readonly today: string
  /** Path parameters of every campaign request. */
  readonly at: { readonly memberGroupId: number; readonly advertiserId: number; readonly campaignId: number }
  /** Reloads the campaign. */
  readonly reread: () => Promise<Campaign | undefined>
}

const currentCampaign = createResource<CampaignContext>('CampaignGate')

/** The campaign of the surrounding CampaignGate. */
export const useCampaign = (): CampaignContext => useResource(currentCampaign)

/** Scope of the targeting options: the client, or the campaign's experience. */
export function useTargetingScope() {
  const { campaign } = useCampaign()
  return {
    memberGroupId: campaign.member_group_id,
    ...(campaign.experience_id !== null && { experienceId: campaign.experience_id }),
  }
}

function CampaignMissing() {
  const { t } = useLingui()
  const linkTo = usePathLink()
  return (
    <EmptyState
      icon={alert}
      heading={<Trans>Campaign not found</Trans>}
      text={<Trans>It was deleted, or you don’t have access to it.</Trans>}
    >
      <Button onPress={linkTo('', t`Campaigns`).onNavigate}>
        <Trans>View all campaigns</Trans>
      </Button>
    </EmptyState>
  )
}

interface LoadedCampaignProps {
  readonly campaign: Campaign
  readonly reread: CampaignContext['reread']
  readonly children: ReactNode
}

function LoadedCampaign({ campaign, reread, children }: LoadedCampaignProps) {
  const currencyOf = useCurrency()
  const currency = useMemo(() => currencyOf(campaign.currency_code), [currencyOf, campaign.currency_code])
  const today = useToday(campaign.time_zone)
  const { member_group_id: memberGroupId, advertiser_id: advertiserId, campaign_id: campaignId } = campaign
  const campaignPathParams = useMemo(() => ({ memberGroupId, advertiserId, campaignId }), [memberGroupId, advertiserId, campaignId])
  const current = useMemo(
    () => ({ campaign, currency, today, at: campaignPathParams, reread }),
    [campaign, currency, today, campaignPathParams, reread],
  )
  return <currentCampaign.Context value={current}>{children}</currentCampaign.Context>
}

/** Loads a campaign and provides it to its children. A campaign of another client or advertiser counts as missing. */
export function CampaignGate({ campaignId, children }: { readonly campaignId: number; readonly children: ReactNode }) {
  const { clientId, advertiserId } = useScope()
  const read = useRead(campaigns.short, { path: { campaignId } })
  return (
    <ResourceGate
      read={read}
      brokenHeading={<Trans>Couldn’t load the campaign</Trans>}
      refused={<NoPermission text={<Trans>Ask your account administrator for access to campaigns.</Trans>} />}
      missing={<CampaignMissing />}
      isForeign={({ member_group_id, advertiser_id }) =>
        member_group_id !== clientId || (advertiserId !== undefined && advertiser_id !== advertiserId)
      }
    >
      {(campaign) => (
        <LoadedCampaign campaign={campaign} reread={read.mutate}>
          {children}
        </LoadedCampaign>
      )}
    </ResourceGate>
  )
}
