import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useElementContext } from '../../kit/host/element-context.tsx'
import type { LinkTarget } from '../../ui/navigation/link.tsx'

/** URL of another page of the host; undefined when the builder is not at its standard URL. */
export function hostPageUrl(linkBase: string, path: string): string | undefined {
  const match = /^(.*?)(?:\/experiences\/\d+)?\/campaigns\/create(?:\/v2)?\/?$/.exec(linkBase)
  return match ? `${match[1]}/${path}` : undefined
}

/**
 * Links that leave this element. Each one first fires a cancelable event, also through an iframe.
 * When the host does not handle the event, the element navigates by itself where it can.
 */
export function useBuilderLinks() {
  const { ask, linkBase, notify } = useElementContext()
  const { t } = useLingui()
  return useMemo(() => {
    const target = (path: string, event: string, detail: object): LinkTarget => {
      const href = hostPageUrl(linkBase, path)
      const onGo = async () => {
        if (!(await ask(event, detail))) return
        // Inside an iframe the element must not navigate away.
        if (href && window.top === window) location.assign(href)
        else notify({ kind: 'info', title: t`Not available on this page` })
      }
      return { href, onNavigate: onGo }
    }
    return {
      campaign: (id: number): LinkTarget => target(`campaigns/${id}`, 'ad-campaign-open-asked', { campaign_id: id, path: String(id) }),
      /** Link to adding funds, of the amount that the budget lacks if it is known. */
      funds: (advertiserId: number, amount: string | undefined): LinkTarget => {
        const known: Readonly<Record<string, string>> = amount === undefined ? {} : { amount }
        return target(`funds?${new URLSearchParams({ add: '1', ...known })}`, 'ad-funds-asked', { advertiser_id: advertiserId, ...known })
      },
      spendLimit: (advertiserId: number): LinkTarget =>
        target('funds/spend-limits', 'ad-funds-asked', { advertiser_id: advertiserId, path: 'spend-limits' }),
    }
  }, [ask, linkBase, notify, t])
}
