import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { fieldLabel } from '../../../parts/campaigns/labels.ts'
import { fieldText, problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { TwoLineCell } from '../../../parts/resource/columns.tsx'
import { Grid } from '../../../ui/table/grid.tsx'
import type { GridColumn } from '../../../ui/table/column.ts'
import { emptyGridQuery, type GridQuery, type GridSource } from '../../../ui/table/query.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Delta } from '../../../ui/format/delta.tsx'
import { Money } from '../../../ui/format/money.tsx'
import { count, type CurrencyFormat } from '../../../ui/format/format.ts'
import { relativeChange } from '../../../contract/reports/metrics.ts'
import { useCurrency } from '../../../parts/scope/client.tsx'
import { changedIn, refusedIn, type BulkResult, type ChangeRow, type Effect, unchangedAdGroupsIn } from './batches.ts'

type Columns = readonly GridColumn<ChangeRow>[]
const ignoreColumnChoice = () => undefined
const rowId = ({ id }: ChangeRow) => id
const rowName = ({ name }: ChangeRow) => name

/** All changed fields, in order of first appearance. */
const fieldsIn = (rows: readonly ChangeRow[]) => [...new Set(rows.flatMap(({ fields }) => fields.map(({ field }) => field)))]

/** Fields with amounts, which align to the end as in the list. */
const amountFields: readonly string[] = ['budget', 'base_bid']

/** True when the row, or some of its ad groups, is not changed. */
const hasUnchangedPart = ({ problem, unchangedAdGroups }: ChangeRow) => problem !== null || unchangedAdGroups !== undefined

/** Why the row, or which of its ad groups, is not changed. */
function unchangedText({ problem, unchangedAdGroups }: ChangeRow, currency: CurrencyFormat, i18n: I18n): string | null {
  const reasonOf = ({ code, values }: NonNullable<ChangeRow['problem']>) => problemSentence(code, values, { currency }, i18n)
  if (problem) return reasonOf(problem)
  if (!unchangedAdGroups) return null
  const named = unchangedAdGroups.named.map((group) => i18n._(msg`Ad group ${{ name: group.name }}: ${{ reason: reasonOf(group) }}`))
  const others = unchangedAdGroups.count - named.length
  return [...named, ...(others > 0 ? [i18n._(msg`and ${{ others: count(others, i18n.locale) }} more ad groups`)] : [])].join(' · ')
}

function columnsOf(rows: readonly ChangeRow[], header: string, i18n: I18n, currencyOf: ReturnType<typeof useCurrency>): Columns {
  const currency = ({ currency_code }: ChangeRow) => currencyOf(currency_code ?? 'USD')
  const changes = fieldsIn(rows).map((field): GridColumn<ChangeRow> => {
    const text = (row: ChangeRow) => {
      const change = row.fields.find((item) => item.field === field)
      return change && [change.before, change.after].map((value) => fieldText(field, value, currency(row), i18n))
    }
    return {
      key: `field-${field}`,
      header: fieldLabel(field, i18n),
      kind: 'text',
      ...(amountFields.includes(field) && { align: 'end' }),
      width: 208,
      value: (row) => text(row)?.join(' → ') ?? null,
      render: (row) => {
        const [before, after] = text(row) ?? []
        return after === undefined ? (
          <span className="quiet">–</span>
        ) : (
          <span className="cell-text">
            <s className="quiet">{before}</s> → <b>{after}</b>
          </span>
        )
      },
    }
  })
  const problem: GridColumn<ChangeRow> = {
    key: 'problem',
    header: i18n._(msg`Not changed`),
    kind: 'text',
    width: 320,
    value: (row) => unchangedText(row, currency(row), i18n),
    render: (row) => hasUnchangedPart(row) && <span className="cell-text bad">{unchangedText(row, currency(row), i18n)}</span>,
  }
  const note = ({ owner, id }: ChangeRow) => (owner ? `${owner} · #${id}` : `#${id}`)
  const name: GridColumn<ChangeRow> = {
    key: 'name',
    header,
    kind: 'text',
    width: 260,
    value: (row) => `${row.name} · ${note(row)}`,
    render: (row) => <TwoLineCell value={row.name} note={note(row)} />,
  }
  const line: GridColumn<ChangeRow> = {
    key: 'line',
    header: i18n._(msg`Row`),
    kind: 'number',
    width: 72,
    value: (row) => row.line ?? null,
  }
  return [
    name,
    ...(rows.some((row) => row.line !== undefined) ? [line] : []),
    ...(rows.some(hasUnchangedPart) ? [problem] : []),
    ...changes,
  ]
}

/** Serves rows from memory; rows that are not changed come first. */
function sourceOf(rows: readonly ChangeRow[]): GridSource<ChangeRow> {
  const ordered = [...rows.filter(hasUnchangedPart), ...rows.filter((row) => !hasUnchangedPart(row))]
  return ({ start, count }) => Promise.resolve({ rows: ordered.slice(start, start + count), total: ordered.length })
}

function Rows({ result }: { readonly result: BulkResult }) {
  const { t, i18n } = useLingui()
  const currencyOf = useCurrency()
  const [query, setQuery] = useState<GridQuery>(emptyGridQuery)
  const { of, rows } = result
  const nameHeaders = { campaigns: t`Campaign`, ad_groups: t`Ad group` }
  const labels = { campaigns: t`Campaign changes`, ad_groups: t`Ad group changes` }
  const columns = useMemo(() => columnsOf(rows, nameHeaders[of], i18n, currencyOf), [rows, of, nameHeaders[of], i18n, currencyOf])
  const source = useMemo(() => sourceOf(rows), [rows])
  return (
    <Grid
      label={labels[of]}
      columns={columns}
      source={source}
      rowId={rowId}
      rowName={rowName}
      query={query}
      onQuery={setQuery}
      preferences={[]}
      onPreferences={ignoreColumnChoice}
      noSelection
      density="comfortable"
      maxHeight={360}
      empty={{ heading: <Trans>No changes found</Trans>, text: <Trans>No changes found</Trans> }}
    />
  )
}

function EffectLine({ effect }: { readonly effect: Effect }) {
  const currencyOf = useCurrency()
  const { daily_before, daily_after, currency_code } = effect
  const currency = currencyOf(currency_code)
  const share =
    relativeChange(Number(daily_before), Number(daily_after)) === null ? null : relativeChange(Number(daily_after), Number(daily_before))
  return (
    <p className="effect">
      <Trans>
        Total daily budget: <Money amount={daily_before} currency={currency} /> → <Money amount={daily_after} currency={currency} />
      </Trans>{' '}
      <Delta share={share} />
    </p>
  )
}

interface PreviewProps {
  readonly results: readonly BulkResult[]
  /** True after a first attempt, which may have changed some rows already. */
  readonly isRetriedChange: boolean
}

/** Preview of a bulk change: number of changes, effect on daily budgets, and the old and new values of each row. */
export function Preview({ results, isRetriedChange }: PreviewProps) {
  const changed = changedIn(results)
  const refused = refusedIn(results)
  const left = unchangedAdGroupsIn(results)
  return (
    <div className="preview">
      {left > 0 && (
        <Callout
          kind="warning"
          heading={<Plural value={left} one="# ad group budget stays unchanged" other="# ad group budgets stay unchanged" />}
          isAnnounced
        >
          <Trans>Their campaigns still change. See the table for each reason.</Trans>
        </Callout>
      )}
      {refused > 0 && (
        <Callout kind="warning" heading={<Plural value={refused} one="# can’t be changed" other="# can’t be changed" />} isAnnounced>
          <Trans>See the first rows of the table for the reasons.</Trans>
        </Callout>
      )}
      <p role="status">
        {isRetriedChange ? (
          <Plural value={changed} one="Total: # change." other="Total: # changes." />
        ) : (
          <Plural value={changed} one="# change ready to apply." other="# changes ready to apply." />
        )}
      </p>
      {results.flatMap(({ effects, of }) =>
        effects.flatMap((effect) =>
          effect.daily_before === effect.daily_after ? [] : <EffectLine key={`${of} ${effect.currency_code}`} effect={effect} />,
        ),
      )}
      {results.map((result) => (
        <Rows key={result.of} result={result} />
      ))}
    </div>
  )
}
