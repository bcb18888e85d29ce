import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { hrefOf, usePathLink } from '../../parts/navigation/link.tsx'
import type { LinkTarget } from '../../ui/navigation/link.tsx'

/** How to create a campaign: a builder flow, a template, or a copy. */
export interface NewCampaignOptions {
  readonly flow?: 'simple' | 'custom' | 'v2'
  readonly campaign_template_id?: number
  /** The campaign to copy. The builder also needs its advertiser. */
  readonly campaign_id?: number
  readonly advertiser_id?: number
}

/** The path of the builder, relative to the path of the campaign list. */
export function builderPath({
  flow,
  campaign_template_id: template,
  campaign_id: copy,
  advertiser_id: advertiser,
}: NewCampaignOptions): string {
  if (flow === 'v2') return 'create/v2'
  const query = new URLSearchParams({
    ...(flow && { flow }),
    ...(template !== undefined && { template: String(template) }),
    ...(copy !== undefined && { copy: String(copy) }),
    ...(advertiser !== undefined && { advertiser: String(advertiser) }),
  }).toString()
  return query ? `create?${query}` : 'create'
}

/**
 * Links that leave this element. Each one first fires a cancelable event, also through an iframe.
 * When the host does not handle the event, the element navigates by itself where it can.
 */
export function useCampaignLinks() {
  const { ask, linkBase, notify, navigate } = useElementContext()
  const linkTo = usePathLink()
  const { t } = useLingui()
  return useMemo(() => {
    /** Inside an iframe the element must not navigate away. */
    const openHere = (path: string) => {
      const href = hrefOf(linkBase, path)
      if (href && window.top === window) location.assign(href)
      else if (!href) notify({ kind: 'info', title: t`Not available on this page` })
    }
    return {
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
      create: async (options: NewCampaignOptions) => {
        if (await ask('ad-campaign-create-asked', options)) openHere(builderPath(options))
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
      funds: async (advertiserId: number) => {
        if (await ask('ad-funds-asked', { advertiser_id: advertiserId })) notify({ kind: 'info', title: t`Not available on this page` })
      },
    }
  }, [ask, linkBase, notify, navigate, linkTo, t])
}
export type CampaignLinks = ReturnType<typeof useCampaignLinks>
