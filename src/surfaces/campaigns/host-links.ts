import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useGuest } from '../../kit/host/guest.tsx'
import { hrefOf, usePlaceLink } from '../../parts/navigation/link.tsx'
import type { LinkTarget } from '../../ui/navigation/link.tsx'

/** Which way a new campaign begins: through the builder's own first place, by a template, or as a copy. */
export interface NewCampaignWay {
  readonly flow?: 'simple' | 'custom' | 'v2'
  readonly campaign_template_id?: number
  /** The campaign to copy, and whose it is: the builder belongs to one advertiser. */
  readonly campaign_id?: number
  readonly advertiser_id?: number
}

/** The builder's address of a way, seen from where campaigns are. */
export function wayPath({ flow, campaign_template_id: template, campaign_id: copy, advertiser_id: advertiser }: NewCampaignWay): string {
  if (flow === 'v2') return 'create/v2'
  const query = new URLSearchParams({
    ...(flow && { flow }),
    ...(template !== undefined && { template: String(template) }),
    ...(copy !== undefined && { copy: String(copy) }),
    ...(advertiser !== undefined && { advertiser: String(advertiser) }),
  }).toString()
  return query ? `create?${query}` : 'create'
}

/** Leads out of this element: the host is asked, around a frame too, and where it leaves that to the element, its addresses are taken. */
export function useElsewhere() {
  const { ask, linkBase, notify, navigate } = useGuest()
  const linkTo = usePlaceLink()
  const { t } = useLingui()
  return useMemo(() => {
    /** A page in a frame is not taken away by what is in it. */
    const leave = (path: string) => {
      const href = hrefOf(linkBase, path)
      if (href && window.top === window) location.assign(href)
      else if (!href) notify({ kind: 'info', title: t`This page has no place for that` })
    }
    return {
      /** The way to one campaign, or to a place in it. */
      campaign: (campaignId: number, name: string, rest = ''): LinkTarget => {
        const path = `${campaignId}${rest}`
        return {
          ...linkTo(path, name),
          onGo: async () => {
            if (await ask('ad-campaign-open-asked', { campaign_id: campaignId, path })) navigate(path, name)
          },
        }
      },
      create: async (way: NewCampaignWay) => {
        if (await ask('ad-campaign-create-asked', way)) leave(wayPath(way))
      },
      /** The report that figures are of. */
      report: async (asked: { campaign_id?: number; advertiser_id?: number; start_date: string; end_date: string }) => {
        if (await ask('ad-report-asked', asked)) notify({ kind: 'info', title: t`This page has no place for that` })
      },
      funds: async (advertiserId: number) => {
        if (await ask('ad-funds-asked', { advertiser_id: advertiserId }))
          notify({ kind: 'info', title: t`This page has no place for that` })
      },
    }
  }, [ask, linkBase, notify, navigate, linkTo, t])
}
export type Elsewhere = ReturnType<typeof useElsewhere>
