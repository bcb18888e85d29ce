import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useGuest } from '../../../kit/guest.tsx'
import type { LinkTarget } from '../../../ui/place/link.tsx'
import { useBuilder } from './builder.ts'

/** Where a place beside the builder is on the host's own page; nothing where the builder does not stand at its usual address. */
export function besideBuilder(linkBase: string, place: string): string | undefined {
  const found = /^(.*?)(?:\/experiences\/\d+)?\/campaigns\/create(?:\/v2)?\/?$/.exec(linkBase)
  return found ? `${found[1]}/${place}` : undefined
}

/** Leads out of this element: the host is asked, and where it leaves that to the element, its addresses are taken. */
export function useElsewhere() {
  const { emit } = useBuilder()
  const { linkBase, notify } = useGuest()
  const { t } = useLingui()
  return useMemo(() => {
    const target = (place: string, ask: () => boolean): LinkTarget => {
      const href = besideBuilder(linkBase, place)
      const onGo = () => {
        if (!ask()) return
        // A page in a frame is not taken away by what is in it.
        if (href && window.top === window) location.assign(href)
        else notify({ kind: 'info', title: t`This page has no place for that` })
      }
      return { href, onGo }
    }
    return {
      campaign: (id: number): LinkTarget =>
        target(`campaigns/${id}`, () => emit('ad-campaign-open-asked', { campaign_id: id, path: String(id) })),
      funds: (advertiserId: number): LinkTarget => target('funds', () => emit('ad-funds-asked', { advertiser_id: advertiserId })),
    }
  }, [emit, linkBase, notify, t])
}
