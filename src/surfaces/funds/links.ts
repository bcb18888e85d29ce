import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { EntrySource } from '../../contract/money/balances.ts'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { usePathLink } from '../../parts/navigation/link.tsx'
import type { LinkTarget } from '../../ui/navigation/link.tsx'
import type { FundsAccount } from './context.tsx'

interface Days {
  readonly start_date: string
  readonly end_date: string
}

const one = (id: number) => `${id}..${id}`
const pathOf = (query: Readonly<Record<string, string>>) => `?${new URLSearchParams(query)}`

/** Links between ledger, payments and invoices, and to other surfaces, which the page opens. */
export function useFundsLinks() {
  const { t } = useLingui()
  const { ask, notify } = useElementContext()
  const linkTo = usePathLink()
  return useMemo(() => {
    const asking = (event: string, detail: object): LinkTarget => ({
      onNavigate: async () => {
        if (await ask(event, detail)) notify({ kind: 'info', title: t`Not available on this page` })
      },
    })
    const payment = (id: number) => linkTo(pathOf({ payment: String(id) }))
    return {
      campaign: (id: number) => asking('ad-campaign-open-asked', { campaign_id: id, path: String(id) }),
      /** The report of a campaign in a period. */
      report: (
        { advertiserId }: Pick<FundsAccount, 'advertiserId'>,
        campaignId: number,
        currency_code: string,
        { start_date, end_date }: Days,
      ) => asking('ad-report-asked', { campaign_id: campaignId, advertiser_id: advertiserId, currency_code, start_date, end_date }),
      source: ({ kind, id }: EntrySource): LinkTarget => {
        if (kind === 'payment') return payment(id)
        if (kind === 'invoice') return linkTo(`invoices/${id}`)
        if (kind === 'spend_limit') return linkTo('spend-limits')
        if (kind === 'wire_transfer') return linkTo(`invoices${pathOf({ transfer: String(id) })}`)
        return asking('ad-insertion-order-asked', { insertion_order_id: id })
      },
      /** The ledger of a payment. */
      paymentEntries: (id: number) => linkTo(pathOf({ 'filter.payment_id': one(id) })),
      /** The payments of an invoice and their rounding. */
      invoiceEntries: (number: string) => linkTo(pathOf({ 'filter.reference': `invoice ${number}` })),
      /** The clicks of a campaign in the ledger. */
      campaignEntries: (id: number, { start_date, end_date }: Days) =>
        linkTo(pathOf({ 'filter.event_type': 'Click', 'filter.campaign_id': one(id), 'filter.day': `${start_date}..${end_date}` })),
    }
  }, [t, ask, notify, linkTo])
}
