import { Trans, useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Campaign, campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRead } from '../../../kit/cache.tsx'
import { Problem, problemText } from '../../../kit/problem.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useToday } from '../../../parts/time/use-today.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { alert } from '../../../ui/icon/icons.ts'
import { ErrorState, EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { useCurrency } from '../currency.ts'

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

const missing = new Problem({ kind: 'missing' })
const Current = createContext<CampaignContext | undefined>(undefined)

/** The campaign of the surrounding CampaignGate. */
export function useCampaign(): CampaignContext {
  const ground = useContext(Current)
  if (!ground) throw new Error('useCampaign is used outside CampaignGate')
  return ground
}

/** Error state: access refused, not found, or failed with a retry button. */
function CampaignLoadError({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }) {
  const { t, i18n } = useLingui()
  const linkTo = usePathLink()
  if (problem.kind === 'refused')
    return <NoPermission text={<Trans>Ask an administrator of your account for access to campaigns.</Trans>} />
  if (problem.kind === 'missing')
    return (
      <EmptyState
        icon={alert}
        heading={<Trans>There is no such campaign</Trans>}
        text={<Trans>It was deleted, or it is not yours to see.</Trans>}
      >
        <Button onPress={linkTo('', t`Campaigns`).onNavigate}>
          <Trans>See all campaigns</Trans>
        </Button>
      </EmptyState>
    )
  const heading = t`The campaign could not be read`
  return <ErrorState heading={heading} reason={problemText(problem, i18n)} requestId={problem.requestId} onRetry={onRetry} />
}

interface ReadyProps {
  readonly campaign: Campaign
  readonly reread: CampaignContext['reread']
  readonly children: ReactNode
}

function Ready({ campaign, reread, children }: ReadyProps) {
  const currencyOf = useCurrency()
  const currency = useMemo(() => currencyOf(campaign.currency_code), [currencyOf, campaign.currency_code])
  const today = useToday(campaign.time_zone)
  const { member_group_id: memberGroupId, advertiser_id: advertiserId, campaign_id: campaignId } = campaign
  const campaignPathParams = useMemo(() => ({ memberGroupId, advertiserId, campaignId }), [memberGroupId, advertiserId, campaignId])
  const ground = useMemo(
    () => ({ campaign, currency, today, at: campaignPathParams, reread }),
    [campaign, currency, today, campaignPathParams, reread],
  )
  return <Current value={ground}>{children}</Current>
}

/** Loads a campaign and provides it to its children. A campaign of another client or advertiser counts as missing. */
export function CampaignGate({ campaignId, children }: { readonly campaignId: number; readonly children: ReactNode }) {
  const { clientId, advertiserId } = useScope()
  const { data, error, mutate } = useRead(campaigns.short, { path: { campaignId } })
  const isForeign = data && (data.member_group_id !== clientId || (advertiserId !== undefined && data.advertiser_id !== advertiserId))
  if (isForeign) return <CampaignLoadError problem={missing} onRetry={() => undefined} />
  // A failed reload keeps the loaded campaign on screen, unless the campaign no longer exists.
  if (error && (!data || error.kind === 'missing')) return <CampaignLoadError problem={error} onRetry={() => void mutate()} />
  if (!data) return <LoadingSkeleton height={360} />
  return (
    <Ready campaign={data} reread={mutate}>
      {children}
    </Ready>
  )
}
