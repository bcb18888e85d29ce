import { Trans, useLingui } from '@lingui/react/macro'
import { pageMost } from '../../../../contract/list.ts'
import { reports } from '../../../../contract/reports.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { useGuest } from '../../../../kit/guest.tsx'
import { problemText } from '../../../../kit/problem.ts'
import { usePath } from '../../../../kit/path.ts'
import { Modal } from '../../../../ui/overlay/modal.tsx'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { Broken, Empty, Loading, Refused } from '../../../../ui/states.tsx'
import { dayRange } from '../../../../ui/format.ts'
import { drillIn } from '../ask/drill.ts'
import { daysOfAsked } from '../ask/question.ts'
import { useReporting } from '../reporting.ts'
import { stepName } from '../show/drill-crumbs.tsx'
import type { ReportState } from '../show/use-report.ts'
import { fieldName } from '../words/field-words.ts'
import { LedgerOfAccount } from './ledger-account.tsx'
import { accountsOf, partsQuestion, rowAsked, untoldOf } from './ledger-asks.ts'

interface LedgersProps {
  readonly state: ReportState
  readonly step: ReturnType<typeof drillIn>[number]
}

/** The ledgers that a row is of, one after the other. */
function Ledgers({ state, step }: LedgersProps) {
  const { i18n } = useLingui()
  const { asked, by } = state
  const question = partsQuestion(asked, step, by)
  const { data, error, mutate } = useRead(reports.rows, { body: question })
  if (error?.kind === 'refused') return <Refused />
  if (error)
    return (
      <Broken
        heading={<Trans>The row did not arrive</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <Loading height={160} />
  if (data.total > pageMost)
    return (
      <Callout kind="info" heading={<Trans>This row is of too many parts</Trans>}>
        <Trans>Go into the row first, and ask for the clicks of one of its parts.</Trans>
      </Callout>
    )
  const accounts = accountsOf(question, data.rows)
  if (accounts.length === 0)
    return (
      <Empty
        heading={<Trans>No clicks in the ledger</Trans>}
        text={<Trans>Nothing was spent on this in these dates, so there is nothing to compare.</Trans>}
      />
    )
  return accounts.map((account) => (
    <section key={account.advertiserId} className="ledger-account" aria-label={account.name}>
      <h3>{account.name}</h3>
      <LedgerOfAccount state={state} account={account} />
    </section>
  ))
}

/** The entries that the spend of a row is the sum of, beside what the report says. */
export default function LedgerDialog({ state }: { readonly state: ReportState }) {
  const { t, i18n } = useLingui()
  const { query, setQuery } = usePath()
  const { emit } = useReporting()
  const { notify } = useGuest()
  const { asked, by, entityWord } = state
  const [step] = drillIn(query.get('ledger') ?? '')
  const close = () => setQuery({ ledger: undefined })
  if (!step) return null
  const untold = untoldOf(asked, step)
  const days = daysOfAsked(rowAsked(asked, step), by.today)
  const advertiser = step.find(({ field }) => field === 'advertiser_id')?.value
  const only = by.advertiserIds ?? asked.advertisers
  const advertiserId = typeof advertiser === 'number' ? advertiser : only.length === 1 ? only[0] : undefined
  const open = () => {
    if (advertiserId !== undefined && emit('ad-ledger-asked', { advertiser_id: advertiserId, ...days }))
      notify({ kind: 'info', title: t`This page has no place for that` })
  }
  return (
    <Modal
      place="side"
      size="lg"
      heading={<Trans>Clicks in the ledger</Trans>}
      note={`${stepName(step, i18n, entityWord)} · ${dayRange(days.start_date, days.end_date, i18n.locale, by.today)}`}
      onClose={close}
      answers={[
        { does: 'exit', label: <Trans>Close</Trans>, onPress: close },
        {
          does: 'continue',
          label: <Trans>Open the ledger</Trans>,
          disabledBecause: advertiserId === undefined ? t`Split the report by advertiser id first` : undefined,
          onPress: open,
        },
      ]}
    >
      {untold === undefined ? (
        <Ledgers state={state} step={step} />
      ) : (
        <Callout kind="info" heading={<Trans>The ledger knows less than the report</Trans>}>
          <Trans>
            Its entries say the day, the campaign and the ad group of a click, and nothing of this: {fieldName(untold, i18n, entityWord)}.
          </Trans>
        </Callout>
      )}
    </Modal>
  )
}
