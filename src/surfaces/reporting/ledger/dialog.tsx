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
import { fieldName } from '../words.ts'
import { LedgerEntries, DisplayedSpend } from './ledger-entries.tsx'
import {
  advertiserLedgersOf,
  type AdvertiserLedger,
  rowPartsRequest,
  queryOfRow,
  displayedSpendRequest,
  unfilterableFieldOfRow,
} from './queries.ts'

/** Number of advertisers whose ledgers load at once. */
const ledgersPerBatch = 5

interface LedgerRowProps {
  readonly state: ReportState
  /** The values of the row. */
  readonly row: DrillStep
}

/** Ledgers of a row, from the row's parts. Not loaded if the ledger cannot be filtered like the row. */
function useAdvertiserLedgers({ state, row }: LedgerRowProps, canFilterLedger: boolean) {
  const request = rowPartsRequest(state.reportQuery, row, state.scope)
  const parts = useRead(reports.rows, canFilterLedger ? { body: request } : null)
  const areTooMany = (parts.data?.total ?? 0) > maxPageSize
  return { ...parts, areTooMany, ledgers: parts.data && !areTooMany ? advertiserLedgersOf(request, parts.data.rows) : undefined }
}

interface LedgersProps extends LedgerRowProps {
  readonly loaded: ReturnType<typeof useAdvertiserLedgers>
  /** Opens the ledger of one advertiser; undefined if the host has no ledger page. */
  readonly openLedger: ((advertiserId: number) => void) | undefined
}

/** The row's spend as the report shows it. The ledgers have no common total, because each has its own currency. */
function DisplayedTotal({
  state: { reportQuery, scope, metadata },
  row,
  advertiserCount,
}: LedgerRowProps & { readonly advertiserCount: number }) {
  const { i18n } = useLingui()
  const request = metadata && displayedSpendRequest(reportQuery, row, scope, metadata.currency_code)
  const { data, error, mutate } = useRead(reportTrends.total, request ? { body: request } : null)
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
          <Trans>{advertiserCount} advertisers, each with a ledger in its own currency.</Trans>
        </p>
      </section>
    )
  )
}

interface AdvertiserLedgersProps extends LedgerRowProps, Pick<LedgersProps, 'openLedger'> {
  readonly ledgers: readonly AdvertiserLedger[]
}

/** Ledgers by advertiser, loaded in batches. */
function AdvertiserLedgers({ state, row, ledgers, openLedger }: AdvertiserLedgersProps) {
  const [shownCount, setShownCount] = useState(ledgersPerBatch)
  return (
    <>
      {ledgers.length > 1 && <DisplayedTotal state={state} row={row} advertiserCount={ledgers.length} />}
      {ledgers.slice(0, shownCount).map((ledger) => (
        <section key={ledger.advertiserId} className="ledger-account" aria-label={ledger.name}>
          <h3>{ledger.name}</h3>
          <LedgerEntries state={state} ledger={ledger} />
          {openLedger && ledgers.length > 1 && (
            <Button onPress={() => openLedger(ledger.advertiserId)}>
              <Trans>Open the ledger of {ledger.name}</Trans>
            </Button>
          )}
        </section>
      ))}
      {ledgers.length > shownCount && (
        <Button onPress={() => setShownCount(shownCount + ledgersPerBatch)}>
          <Trans>Show more advertisers</Trans>
        </Button>
      )}
    </>
  )
}

function Ledgers({ state, row, loaded: { error, mutate, areTooMany, ledgers }, openLedger }: LedgersProps) {
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
  if (areTooMany)
    return (
      <Callout kind="info" heading={<Trans>This row combines too many items</Trans>}>
        <Trans>Drill down into this row, then open the ledger of a smaller row.</Trans>
      </Callout>
    )
  if (!ledgers) return <LoadingSkeleton height={160} />
  if (ledgers.length === 0)
    return <EmptyState heading={<Trans>No entries in the ledger</Trans>} text={<Trans>There was no spend on these dates.</Trans>} />
  return <AdvertiserLedgers state={state} row={row} ledgers={ledgers} openLedger={openLedger} />
}

/** The row's advertiser, if there is only one: from the row, the report's filter, or the row's parts. */
function onlyAdvertiser({ state: { reportQuery, scope }, row }: LedgerRowProps, ledgers: readonly AdvertiserLedger[] | undefined) {
  const advertiserValue = row.find(({ field }) => field === 'advertiser_id')?.value
  const advertiserIds = scope.advertiserIds ?? reportQuery.advertisers
  const ids =
    typeof advertiserValue === 'number'
      ? [advertiserValue]
      : advertiserIds.length === 1
        ? advertiserIds
        : (ledgers ?? []).map(({ advertiserId }) => advertiserId)
  return ids.length === 1 ? ids[0] : undefined
}

/** Asks the host page to open an advertiser's ledger; undefined if the host has no ledger page. */
function useOpenLedger({ state, row }: LedgerRowProps) {
  const { t } = useLingui()
  const { emit, noLedger } = useReporting()
  const { notify } = useElementContext()
  if (noLedger) return undefined
  const days = reportDays(queryOfRow(state.reportQuery, row), state.scope.today)
  return (advertiserId: number) => {
    const isHandled = !emit('ad-ledger-asked', { advertiser_id: advertiserId, ...days })
    if (!isHandled) notify({ kind: 'info', title: t`This page can’t open the ledger` })
  }
}

function LedgerPanel({ state, row }: LedgerRowProps) {
  const { t, i18n } = useLingui()
  const { setQuery } = usePath()
  const { reportQuery, scope, entityWord } = state
  const unfilterableField = unfilterableFieldOfRow(reportQuery, row)
  const loaded = useAdvertiserLedgers({ state, row }, unfilterableField === undefined)
  const openLedger = useOpenLedger({ state, row })
  const days = reportDays(queryOfRow(reportQuery, row), scope.today)
  const advertiserId = onlyAdvertiser({ state, row }, loaded.ledgers)
  const close = () => setQuery({ ledger: undefined })
  const open = {
    does: 'continue' as const,
    label: <Trans>Open the ledger</Trans>,
    disabledBecause: advertiserId === undefined ? t`Group the report by advertiser ID first` : undefined,
    onPress: () => advertiserId !== undefined && openLedger?.(advertiserId),
  }
  // With several advertisers each section has its own button. Without sections there is one button, disabled if no advertiser is known.
  const showsOpenButton = advertiserId !== undefined || unfilterableField !== undefined
  return (
    <Modal
      position="side"
      size="lg"
      heading={<Trans>Clicks in the ledger</Trans>}
      note={`${drillStepText(row, i18n, entityWord) || t`Whole report`} · ${dayRange(days.start_date, days.end_date, i18n.locale, scope.today)}`}
      onClose={close}
      actions={[{ does: 'exit', label: <Trans>Close</Trans>, onPress: close }, ...(openLedger && showsOpenButton ? [open] : [])]}
    >
      {unfilterableField === undefined ? (
        <Ledgers state={state} row={row} loaded={loaded} openLedger={openLedger} />
      ) : (
        <Callout kind="info" heading={<Trans>Not available in the ledger</Trans>}>
          <Trans>
            Ledger entries show the day, campaign and ad group of a click. They don’t show {fieldName(unfilterableField, i18n, entityWord)}.
          </Trans>
        </Callout>
      )}
    </Modal>
  )
}

/** Shows the ledger entries of a row next to the reported spend. */
export default function LedgerDialog({ state }: { readonly state: ReportState }) {
  const { query } = usePath()
  const row = parseLedgerRow(query.get('ledger') ?? '')
  return row && <LedgerPanel state={state} row={row} />
}
