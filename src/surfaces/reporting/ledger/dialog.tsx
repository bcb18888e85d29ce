import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { maxPageSize } from '../../../contract/list.ts'
import { reports } from '../../../contract/reports/reports.ts'
import { reportTrends } from '../../../contract/reports/trends.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText } from '../../../kit/problem.ts'
import { usePath } from '../../../kit/path.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { ErrorState, EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { dayRange } from '../../../ui/format/format.ts'
import { type DrillStep, parseLedgerRow } from '../query/drill.ts'
import { reportDays } from '../query/request.ts'
import { useReporting } from '../context.tsx'
import { drillStepText } from '../report/drill-breadcrumbs.tsx'
import type { ReportState } from '../report/use-report.ts'
import { fieldName } from '../words/fields.ts'
import { LedgerOfAccount, DisplayedSpend } from './account.tsx'
import { ledgerAccountsOf, type LedgerAccount, partsRequest, queryOfRow, displayedSpendRequest, unfilterableFieldOfRow } from './queries.ts'

/** Number of advertisers whose ledgers load at once. */
const ledgersPerBatch = 5

interface LedgerRowProps {
  readonly state: ReportState
  readonly step: DrillStep
}

/** Ledgers of a row, from the row's parts. Not loaded if the ledger cannot be filtered like the row. */
function useAccounts({ state, step }: LedgerRowProps, isVisible: boolean) {
  const question = partsRequest(state.reportQuery, step, state.scope)
  const parts = useRead(reports.rows, isVisible ? { body: question } : null)
  const isTooMany = (parts.data?.total ?? 0) > maxPageSize
  return { ...parts, isTooMany, accounts: parts.data && !isTooMany ? ledgerAccountsOf(question, parts.data.rows) : undefined }
}

interface LedgersProps extends LedgerRowProps {
  readonly found: ReturnType<typeof useAccounts>
  /** Opens the ledger of one advertiser; undefined if the host has no ledger page. */
  readonly wayTo: ((advertiserId: number) => void) | undefined
}

/** Total of all ledgers in the report's currency, because each ledger has its own currency. */
function DisplayedTotal({ state: { reportQuery, scope, metadata }, step, count }: LedgerRowProps & { readonly count: number }) {
  const { i18n } = useLingui()
  const question = metadata && displayedSpendRequest(reportQuery, step, scope, metadata.currency_code)
  const { data, error, mutate } = useRead(reportTrends.total, question ? { body: question } : null)
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the totals</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  return (
    data && (
      <section className="ledger-account">
        <dl className="ledger-sums">
          <DisplayedSpend shown={data} />
        </dl>
        <p className="quiet">
          <Trans>{count} advertisers, each with a ledger in its own currency.</Trans>
        </p>
      </section>
    )
  )
}

interface AccountsProps extends LedgerRowProps, Pick<LedgersProps, 'wayTo'> {
  readonly accounts: readonly LedgerAccount[]
}

/** Ledgers by advertiser, loaded in batches. */
function Accounts({ state, step, accounts, wayTo }: AccountsProps) {
  const [count, setCount] = useState(ledgersPerBatch)
  return (
    <>
      {accounts.length > 1 && <DisplayedTotal state={state} step={step} count={accounts.length} />}
      {accounts.slice(0, count).map((account) => (
        <section key={account.advertiserId} className="ledger-account" aria-label={account.name}>
          <h3>{account.name}</h3>
          <LedgerOfAccount state={state} account={account} />
          {wayTo && accounts.length > 1 && (
            <Button onPress={() => wayTo(account.advertiserId)}>
              <Trans>Open the ledger of {account.name}</Trans>
            </Button>
          )}
        </section>
      ))}
      {accounts.length > count && (
        <Button onPress={() => setCount(count + ledgersPerBatch)}>
          <Trans>Show more advertisers</Trans>
        </Button>
      )}
    </>
  )
}

function Ledgers({ state, step, found: { error, mutate, isTooMany, accounts }, wayTo }: LedgersProps) {
  const { i18n } = useLingui()
  if (error?.kind === 'refused') return <NoPermission />
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the row</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (isTooMany)
    return (
      <Callout kind="info" heading={<Trans>This row combines too many items</Trans>}>
        <Trans>Drill down into the row first, then open the clicks of one of its parts.</Trans>
      </Callout>
    )
  if (!accounts) return <LoadingSkeleton height={160} />
  if (accounts.length === 0)
    return (
      <EmptyState
        heading={<Trans>No clicks in the ledger</Trans>}
        text={<Trans>No spend in these dates, so there is nothing to compare.</Trans>}
      />
    )
  return <Accounts state={state} step={step} accounts={accounts} wayTo={wayTo} />
}

/** The row's advertiser, if there is only one: from the row, the report's filter, or the row's parts. */
function onlyAdvertiser({ state: { reportQuery, scope }, step }: LedgerRowProps, accounts: readonly LedgerAccount[] | undefined) {
  const advertiserValue = step.find(({ field }) => field === 'advertiser_id')?.value
  const advertiserIds = scope.advertiserIds ?? reportQuery.advertisers
  const ids =
    typeof advertiserValue === 'number'
      ? [advertiserValue]
      : advertiserIds.length === 1
        ? advertiserIds
        : (accounts ?? []).map(({ advertiserId }) => advertiserId)
  return ids.length === 1 ? ids[0] : undefined
}

/** Asks the host page to open an advertiser's ledger; undefined if the host has no ledger page. */
function useOpenLedger({ state, step }: LedgerRowProps) {
  const { t } = useLingui()
  const { emit, noLedger } = useReporting()
  const { notify } = useElementContext()
  if (noLedger) return undefined
  const days = reportDays(queryOfRow(state.reportQuery, step), state.scope.today)
  return (advertiserId: number) => {
    if (emit('ad-ledger-asked', { advertiser_id: advertiserId, ...days }))
      notify({ kind: 'info', title: t`This page can’t open the ledger` })
  }
}

function LedgerPanel({ state, step }: LedgerRowProps) {
  const { t, i18n } = useLingui()
  const { setQuery } = usePath()
  const { reportQuery, scope, entityWord } = state
  const mismatch = unfilterableFieldOfRow(reportQuery, step)
  const accounts = useAccounts({ state, step }, mismatch === undefined)
  const wayTo = useOpenLedger({ state, step })
  const days = reportDays(queryOfRow(reportQuery, step), scope.today)
  const advertiserId = onlyAdvertiser({ state, step }, accounts.accounts)
  const close = () => setQuery({ ledger: undefined })
  const open = {
    does: 'continue' as const,
    label: <Trans>Open the ledger</Trans>,
    disabledBecause: advertiserId === undefined ? t`Group the report by advertiser ID first` : undefined,
    onPress: () => advertiserId !== undefined && wayTo?.(advertiserId),
  }
  // With several advertisers, each section has its own button.
  const hasOne = advertiserId !== undefined || mismatch !== undefined
  return (
    <Modal
      place="side"
      size="lg"
      heading={<Trans>Clicks in the ledger</Trans>}
      note={`${drillStepText(step, i18n, entityWord) || t`Whole report`} · ${dayRange(days.start_date, days.end_date, i18n.locale, scope.today)}`}
      onClose={close}
      answers={[{ does: 'exit', label: <Trans>Close</Trans>, onPress: close }, ...(wayTo && hasOne ? [open] : [])]}
    >
      {mismatch === undefined ? (
        <Ledgers state={state} step={step} found={accounts} wayTo={wayTo} />
      ) : (
        <Callout kind="info" heading={<Trans>Not available in the ledger</Trans>}>
          <Trans>
            Ledger entries show the day, campaign and ad group of a click. They don’t show {fieldName(mismatch, i18n, entityWord)}.
          </Trans>
        </Callout>
      )}
    </Modal>
  )
}

/** Shows the ledger entries of a row next to the reported spend. */
export default function LedgerDialog({ state }: { readonly state: ReportState }) {
  const { query } = usePath()
  const step = parseLedgerRow(query.get('ledger') ?? '')
  return step && <LedgerPanel state={state} step={step} />
}
