import { Trans, useLingui } from '@lingui/react/macro'
import type { AutoRebill } from '../../../contract/auto-rebills/auto-rebills.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import type { Tone } from '../../../ui/badge/status-labels.ts'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { Table } from '../../../ui/table/table.tsx'

type Run = AutoRebill['runs'][number]

const tones: Readonly<Record<Run['outcome'], Tone>> = {
  succeeded: 'good',
  declined: 'bad',
  processing: 'info',
  month_used_up: 'warn',
  day_used_up: 'warn',
  above_new_method: 'warn',
  below_minimum: 'warn',
  spend_limit: 'warn',
}

/** What the rule did, newest first. */
export function RebillHistory({ rule }: { readonly rule: AutoRebill }) {
  const { t } = useLingui()
  const outcomes: Readonly<Record<Run['outcome'], string>> = {
    succeeded: t`Charged`,
    declined: t`Declined`,
    processing: t`Under way`,
    month_used_up: t`Month’s maximum reached`,
    day_used_up: t`Day’s maximum reached`,
    above_new_method: t`Limit of a new payment method`,
    below_minimum: t`Below the minimum`,
    spend_limit: t`Stopped by the spend limit`,
  }
  const reasons: Readonly<Record<NonNullable<Run['decline']>, string>> = {
    declined: t`Declined by the bank`,
    insufficient_funds: t`Not enough money on the card`,
    expired: t`The card has expired`,
    fraud: t`Suspected fraud`,
    authentication_failed: t`The bank’s confirmation failed`,
    other: t`No reason given`,
  }
  const columns = [
    { id: 'at', label: t`Time`, isNumber: false },
    { id: 'outcome', label: t`Result`, isNumber: false },
    { id: 'amount', label: t`Amount`, isNumber: true },
    { id: 'reason', label: t`Reason`, isNumber: false },
  ]
  const rows = rule.runs.map(({ at, outcome, amount, decline }) => ({
    id: `${at} ${outcome}`,
    cells: [
      <DateTimeText key="at" moment={at} zone={rule.time_zone} />,
      <Tag key="outcome" text={outcomes[outcome]} tone={tones[outcome]} />,
      <Money key="amount" amount={amount} currency={rule} />,
      decline === null ? '' : reasons[decline],
    ],
  }))
  return (
    <section className="detail-part" aria-label={t`History`}>
      <h3>
        <Trans>History</Trans>
      </h3>
      {rows.length > 0 ? (
        <Table caption={t`Charges of the auto-rebill`} columns={columns} rows={rows} />
      ) : (
        <p className="quiet">
          <Trans>Charges appear here after the funds fall below the threshold.</Trans>
        </p>
      )}
    </section>
  )
}
