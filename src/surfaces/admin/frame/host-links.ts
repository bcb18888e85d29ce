import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import type { LinkTarget } from '../../../ui/navigation/link.tsx'

/** Links to other surfaces, which the page opens. */
export function useHostLinks() {
  const { t } = useLingui()
  const { ask, notify } = useElementContext()
  return useMemo(() => {
    const asking = (event: string, detail: object): LinkTarget => ({
      onNavigate: async () => {
        if (await ask(event, detail)) notify({ kind: 'info', title: t`Not available on this page` })
      },
    })
    return {
      campaign: (campaign_id: number) => asking('ad-campaign-open-asked', { campaign_id, path: String(campaign_id) }),
      order: (insertion_order_id: number) => asking('ad-insertion-order-asked', { insertion_order_id }),
      funds: (advertiser_id: number) => asking('ad-funds-asked', { advertiser_id, path: '' }),
      report: (detail: { advertiser_id: number; currency_code: string; start_date: string; end_date: string }) =>
        asking('ad-report-asked', detail),
    }
  }, [t, ask, notify])
}
