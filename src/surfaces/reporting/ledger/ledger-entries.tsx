import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type BalanceEvent, balances } from '../../../contract/money/balances.ts'
import { reportOfEntry } from './ledger-links.rules.ts'
import { maxPageSize } from '../../../contract/list.ts'
import { reportTrends, type Total } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText } from '../../../kit/problem.ts'
import { hrefOf } from '../../../parts/navigation/link.tsx'
import { Button } from '../../../ui/button.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { ErrorState, EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { Table } from '../../../ui/table/table.tsx'
import { DateText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import type { ReportState } from '../report/use-report.ts'
import css from './ledger.css'
import { isSameAmount, type AdvertiserLedger } from './queries.ts'

addStyles(css)

const firstPage = 20
const costOf = ({ kpis }: Total) => String(kpis[0]?.total ?? '0')

interface LedgerProps {
  readonly state: ReportState
  readonly ledger: AdvertiserLedger
}

interface EntriesProps extends LedgerProps {
  readonly entries: readonly BalanceEvent[]
  readonly currency: CurrencyFormat
}

/** Ledger entries, each linked to its report. */
function Entries({ state, ledger: { advertiserId }, entries, currency }: EntriesProps) {
  const { t } = useLingui()
  const { linkBase } = useElementContext()
  const { change, pathTo, scope } = state
  const columns = [
    { id: 'day', label: t`Day`, isNumber: false },
    { id: 'what', label: t`Campaign and ad group`, isNumber: false },
    { id: 'amount', label: t`Amount`, isNumber: true },
  ]
  const rows = entries.map((entry) => {
    const report = reportOfEntry(entry, { member_group_id: scope.clientId, advertiser_id: advertiserId })
    const name = entry.campaign?.name ?? `#${entry.balance_event_id}`
    const campaign = entry.campaign && { field: 'campaign_id', operation: '=' as const, value: entry.campaign.campaign_id }
    const reportQuery = report && {
      context: 'general' as const,
      dimensions: report.dimensions,
      metrics: report.metrics,
      drill: [],
      sort: [],
      advertisers: [advertiserId],
      filters: [...(campaign ? [campaign] : []), ...(report.filters ?? [])],
      dates: { preset: 'custom' as const, start_date: report.start_date, end_date: report.end_date },
      currency: report.currency_code,
      compare: 'none' as const,
    }
    return {
      id: String(entry.balance_event_id),
      cells: [
        <DateText key="day" day={entry.day} manner="short" />,
        <span key="what" className="cell-lines">
          {reportQuery ? (
            <Link target={{ href: hrefOf(linkBase, pathTo(reportQuery)), onNavigate: () => change(reportQuery) }}>{name}</Link>
          ) : (
            name
          )}
          {entry.ad_group && <small>{entry.ad_group.name}</small>}
        </span>,
        <Money key="amount" amount={entry.amount} currency={currency} />,
      ],
    }
  })
  return <Table caption={t`Entries`} columns={columns} rows={rows} />
}

interface DisplayedTotalProps {
  /** Totals in the report's currency. */
  readonly shown: Total
}

export const DisplayedSpend = ({ shown }: DisplayedTotalProps) => (
  <div>
    <dt>
      <Trans>Amount shown in the report</Trans>
    </dt>
    <dd>
      <Money amount={costOf(shown)} currency={shown} />
    </dd>
  </div>
)

/** Explains the two amounts when the ledger and the report have different currencies. */
const ConversionNote = ({ shown, kept }: DisplayedTotalProps & { readonly kept: string }) =>
  shown.rates_of && (
    <p className="quiet">
      <Trans>
        The ledger is in {kept}. The report converts it to {shown.currency_code} at the rates of <DateText day={shown.rates_of} />.
      </Trans>
    </p>
  )

interface SpendComparisonProps {
  readonly total: Total
  /** Totals in the report's currency, if that differs from the ledger's. */
  readonly shown: Total | undefined
  /** Sum of all entries; negative, because clicks reduce the balance. */
  readonly amount: string
  readonly count: number
}

/** Compares the sum of the ledger entries with the reported spend, in the ledger's currency. */
function SpendComparison({ total, shown, amount, count }: SpendComparisonProps) {
  const { t } = useLingui()
  const cost = costOf(total)
  const isEqual = isSameAmount(cost, amount)
  return (
    <>
      <dl className="ledger-sums">
        {shown && <DisplayedSpend shown={shown} />}
        <div>
          <dt>
            <Trans>Spend in the report</Trans>
          </dt>
          <dd>
            <Money amount={cost} currency={total} />
          </dd>
        </div>
        <div>
          <dt>
            <Plural value={count} one="# entry in the ledger" other="# entries in the ledger" />
          </dt>
          <dd>
            <Money amount={amount} currency={total} />
          </dd>
        </div>
      </dl>
      {shown && <ConversionNote shown={shown} kept={total.currency_code} />}
      <Callout
        kind={isEqual ? 'success' : 'warning'}
        isAnnounced
        heading={isEqual ? t`Report and ledger match exactly` : t`Report and ledger don’t match`}
      >
        {!isEqual && <Trans>New clicks arrived while this was loading. Close and reopen to compare again.</Trans>}
      </Callout>
    </>
  )
}

/** An advertiser's share of a row: its ledger entries, compared with the reported spend. */
export function LedgerEntries({ state, ledger }: LedgerProps) {
  const { i18n } = useLingui()
  const [count, setCount] = useState(firstPage)
  const path = { memberGroupId: state.scope.clientId, advertiserId: ledger.advertiserId }
  const body = { filters: [...ledger.filter.filters], pagination: { start: 0, count } }
  const { data, error, mutate } = useRead(balances.events, { path, body }, { keepPreviousData: true })
  const currency = data?.sums[0]?.currency_code
  const cost = useRead(reportTrends.total, currency ? { body: ledger.cost(currency) } : null)
  const shownIn = state.metadata?.currency_code
  const shownTotal = useRead(reportTrends.total, currency && shownIn && shownIn !== currency ? { body: ledger.cost(shownIn) } : null)
  const failed = error ?? cost.error ?? shownTotal.error
  if (error?.kind === 'refused') return <NoPermission text={<Trans>Ask your account administrator for access to funds.</Trans>} />
  if (failed)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the ledger</Trans>}
        reason={problemText(failed, i18n)}
        requestId={failed.requestId}
        onRetry={() => void (error ? mutate() : cost.error ? cost.mutate() : shownTotal.mutate())}
      />
    )
  if (!data || (currency && !cost.data)) return <LoadingSkeleton height={160} />
  const [sum, ...others] = data.sums
  if (!sum || !cost.data)
    return <EmptyState heading={<Trans>No entries in the ledger</Trans>} text={<Trans>There was no spend on these dates.</Trans>} />
  const more = Math.min(data.total, maxPageSize) - data.balance_events.length
  return (
    <>
      {/* Entries in several currencies have no sum. */}
      {others.length === 0 && <SpendComparison total={cost.data} shown={shownTotal.data} amount={sum.amount} count={data.total} />}
      <Entries state={state} ledger={ledger} entries={data.balance_events} currency={cost.data} />
      {more > 0 && (
        <Button onPress={() => setCount(Math.min(maxPageSize, count * 10))}>
          <Trans>Show more entries</Trans>
        </Button>
      )}
    </>
  )
}
