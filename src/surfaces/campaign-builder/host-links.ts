import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useGuest } from '../../kit/host/guest.tsx'
import type { LinkTarget } from '../../ui/navigation/link.tsx'

/** Where a place beside the builder is on the host's own page; nothing where the builder does not stand at its usual address. */
export function besideBuilder(linkBase: string, place: string): string | undefined {
  const found = /^(.*?)(?:\/experiences\/\d+)?\/campaigns\/create(?:\/v2)?\/?$/.exec(linkBase)
  return found ? `${found[1]}/${place}` : undefined
}

/** Leads out of this element: the host is asked, around a frame too, and where it leaves that to the element, its addresses are taken. */
export function useElsewhere() {
  const { ask, linkBase, notify } = useGuest()
  const { t } = useLingui()
  return useMemo(() => {
    const target = (place: string, event: string, detail: object): LinkTarget => {
      const href = besideBuilder(linkBase, place)
      const onGo = async () => {
        if (!(await ask(event, detail))) return
        // A page in a frame is not taken away by what is in it.
        if (href && window.top === window) location.assign(href)
        else notify({ kind: 'info', title: t`This page has no place for that` })
      }
      return { href, onGo }
    }
    return {
      campaign: (id: number): LinkTarget => target(`campaigns/${id}`, 'ad-campaign-open-asked', { campaign_id: id, path: String(id) }),
      funds: (advertiserId: number): LinkTarget => target('funds', 'ad-funds-asked', { advertiser_id: advertiserId }),
    }
  }, [ask, linkBase, notify, t])
}
