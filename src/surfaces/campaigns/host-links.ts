import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ClientDraftRow } from '../../contract/drafts/draft-lists.ts'
import { campaignFunds } from '../../contract/money/campaign-funds.ts'
import { microsOf, missingFunds } from '../../contract/money/money.ts'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { hrefOf, usePathLink } from '../../parts/navigation/link.tsx'
import { useRuntime } from '../../kit/runtime.tsx'
import { useScope } from '../../parts/scope/scope.tsx'
import type { LinkTarget } from '../../ui/navigation/link.tsx'

/** How to create a campaign: a builder flow, a template, a copy, or an unfinished draft. */
export interface NewCampaignOptions {
  readonly flow?: 'simple' | 'custom' | 'v2'
  readonly campaign_template_id?: number
  /** The campaign to copy. The builder also needs its advertiser. */
  readonly campaign_id?: number
  /** The draft to continue. The builder also needs its advertiser. */
  readonly campaign_draft_uuid?: string
  readonly advertiser_id?: number
}

/** The path of the builder, relative to the path of the campaign list. */
export function builderPath({
  flow,
  campaign_template_id: template,
  campaign_id: copy,
  campaign_draft_uuid: draft,
  advertiser_id: advertiser,
}: NewCampaignOptions): string {
  if (flow === 'v2') return 'create/v2'
  const query = new URLSearchParams({
    ...(flow && { flow }),
    ...(template !== undefined && { template: String(template) }),
    ...(copy !== undefined && { copy: String(copy) }),
    ...(draft && { draft }),
    // The builder's own name of the parameter, which ad blockers do not block.
    ...(advertiser !== undefined && { for: String(advertiser) }),
  }).toString()
  return query ? `create?${query}` : 'create'
}

/**
 * Links that leave this element. Each one first fires a cancelable event, also through an iframe.
 * When the host does not handle the event, the element navigates by itself where it can.
 */
export function useCampaignLinks() {
  const { ask, linkBase, notify, navigate } = useElementContext()
  const { send } = useRuntime()
  const { clientId: memberGroupId } = useScope()
  const linkTo = usePathLink()
  const { t } = useLingui()
  return useMemo(() => {
    /** Inside an iframe the element must not navigate away. */
    const openHere = (path: string) => {
      const href = hrefOf(linkBase, path)
      if (href && window.top === window) location.assign(href)
      else if (!href) notify({ kind: 'info', title: t`Not available on this page` })
    }
    const create = async (options: NewCampaignOptions) => {
      if (await ask('ad-campaign-create-asked', options)) openHere(builderPath(options))
    }
    return {
      create,
      /** Link to the builder with a draft. */
      draft: ({ campaign_draft_uuid, advertiser_id }: Pick<ClientDraftRow, 'campaign_draft_uuid' | 'advertiser_id'>): LinkTarget => {
        const options = { campaign_draft_uuid, advertiser_id }
        return { ...linkTo(builderPath(options)), onNavigate: () => create(options) }
      },
      /** Link to a campaign, or to a path below it. */
      campaign: (campaignId: number, name: string, subPath = ''): LinkTarget => {
        const path = `${campaignId}${subPath}`
        return {
          ...linkTo(path, name),
          onNavigate: async () => {
            if (await ask('ad-campaign-open-asked', { campaign_id: campaignId, path })) navigate(path, name)
          },
        }
      },
      report: async (detail: {
        campaign_id?: number
        advertiser_id?: number
        currency_code?: string
        start_date: string
        end_date: string
      }) => {
        if (await ask('ad-report-asked', detail)) notify({ kind: 'info', title: t`Not available on this page` })
      },
      /** Asks for funds, with the amount that the budget of a campaign lacks. */
      funds: async (advertiserId: number, campaignId?: number) => {
        const amount =
          campaignId === undefined
            ? undefined
            : await send(campaignFunds.difference, { path: { memberGroupId, advertiserId, campaignId } }).then(
                ({ budget_balance_difference: difference }) => missingFunds(microsOf(difference)),
                // Without the difference, the user enters the amount.
                () => undefined,
              )
        const detail = { advertiser_id: advertiserId, ...(amount !== undefined && { amount }) }
        if (await ask('ad-funds-asked', detail)) notify({ kind: 'info', title: t`Not available on this page` })
      },
      spendLimit: async (advertiserId: number) => {
        if (await ask('ad-funds-asked', { advertiser_id: advertiserId, path: 'spend-limits' }))
          notify({ kind: 'info', title: t`Not available on this page` })
      },
      insertionOrder: async (insertionOrderId: number) => {
        if (await ask('ad-insertion-order-asked', { insertion_order_id: insertionOrderId }))
          notify({ kind: 'info', title: t`Not available on this page` })
      },
    }
  }, [ask, linkBase, notify, navigate, send, memberGroupId, linkTo, t])
}
export type CampaignLinks = ReturnType<typeof useCampaignLinks>
