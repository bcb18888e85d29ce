import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useState } from 'react'
import { asProblem, problemText } from '../../../../kit/problem.ts'
import { csvOf, downloadText } from '../../../../parts/resource/csv.ts'
import { useLeaveGuard } from '../../../../parts/resource/leave-guard.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Callout } from '../../../../ui/feedback/callout.tsx'
import { TextArea } from '../../../../ui/form/text-field.tsx'
import { count } from '../../../../ui/format/format.ts'
import type { FileLimits } from '../../../../ui/upload/file-kinds.ts'
import { Upload } from '../../../../ui/upload/upload.tsx'
import { type PastedRow, parseRows, type RowColumn } from './parse.ts'
import { RowReport, type RowResult } from './report.tsx'

const fileLimits: FileLimits = { kinds: ['csv', 'txt'], maxBytes: 1_000_000, maxFiles: 1 }

interface RowImportProps {
  readonly columns: readonly RowColumn[]
  /** A row of the example file. */
  readonly example: readonly string[]
  /** The most rows that one request takes. */
  readonly most: number
  /** Creates the rows, or checks them. Rejects if nothing was written. */
  readonly send: (rows: readonly PastedRow[], isDryRun: boolean) => Promise<readonly RowResult[]>
  /** What some rows become, such as "3 advertisers will be created". */
  readonly plannedText: (count: number) => string
  readonly createdText: (count: number) => string
  /** Label of the button, such as "Create 3 advertisers". */
  readonly createText: (count: number) => string
  readonly refusedTitle: string
  /** Texts of rejected requests. */
  readonly textOf?: (error: unknown) => string | undefined
  readonly disabledBecause?: string | undefined
}

interface Checked {
  readonly results: readonly RowResult[]
  readonly isDone: boolean
}

const countOf = (results: readonly RowResult[], outcome: RowResult['outcome']) =>
  results.filter((result) => result.outcome === outcome).length

/** Creates records from a pasted or uploaded list: it is checked first, and each row gets a result. */
export function RowImport(props: RowImportProps) {
  const { columns, example, most, send, plannedText, createdText, createText, refusedTitle, textOf, disabledBecause } = props
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<Checked>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const pasted = useMemo(() => parseRows(text, columns), [text, columns])
  const shown = useDeferredValue(pasted)
  const guard = useLeaveGuard(text.trim() !== '' && checked?.isDone !== true, { losses: [t`Rows`] })
  const change = (next: string) => {
    setText(next)
    setChecked(undefined)
    setFailure(undefined)
  }
  const read = async (file: File) => {
    change(await file.text())
    return file.name
  }
  const attempt = async (isDryRun: boolean) => {
    setBusy(true)
    setFailure(undefined)
    await send(pasted.rows, isDryRun).then(
      (results) => setChecked({ results, isDone: !isDryRun }),
      (error: unknown) => setFailure(error),
    )
    setBusy(false)
  }
  const rowCount = shown.rows.length
  const limit = count(most, i18n.locale)
  const rowsReason = () => {
    if (disabledBecause !== undefined) return disabledBecause
    if (pasted.rows.length === 0) return t`Paste or upload rows first`
    return pasted.rows.length > most ? t`Send at most ${limit} rows at once` : undefined
  }
  const results = checked?.results ?? []
  const created = countOf(results, 'created')
  const exists = countOf(results, 'exists')
  const refused = countOf(results, 'refused')
  const canCreate = checked !== undefined && !checked.isDone && created > 0
  const lines = new Intl.ListFormat(i18n.locale).format(shown.unreadable.slice(0, 10).map((line) => count(line, i18n.locale)))
  const ignored = new Intl.ListFormat(i18n.locale).format(shown.ignored)
  const names = new Intl.ListFormat(i18n.locale).format(columns.map(({ label }) => label))
  const exampleFile = () => csvOf([columns.map(({ label }) => label), example])
  return (
    <div className="detail-tab">
      {guard}
      <TextArea
        label={t`Rows`}
        rows={8}
        value={text}
        onChange={change}
        help={t`One row each, copied from a spreadsheet or with commas, semicolons or tabs. Columns: ${names}. Only the first is required. The first row can name the columns.`}
      />
      <Upload label={<Trans>Or upload a file</Trans>} limits={fileLimits} send={read} />
      <div className="row">
        <Button kind="plain" onPress={() => downloadText('example.csv', exampleFile())}>
          <Trans>Download an example</Trans>
        </Button>
      </div>
      <p role="status">
        {t`${plural(rowCount, { one: '# row', other: '# rows' })}`}
        {shown.unreadable.length > 0 && <span className="bad"> {t`Missing closing quotation mark in row ${lines}.`}</span>}
        {shown.ignored.length > 0 && <span className="quiet"> {t`These columns are ignored: ${ignored}.`}</span>}
      </p>
      {failure !== undefined && (
        <Callout kind="error" isAnnounced heading={refusedTitle}>
          {textOf?.(failure) ?? problemText(asProblem(failure), i18n)}
        </Callout>
      )}
      {checked && (
        <Callout
          kind={refused > 0 ? 'warning' : checked.isDone ? 'success' : 'info'}
          isAnnounced
          heading={checked.isDone ? createdText(created) : plannedText(created)}
        >
          {exists > 0 && t`${plural(exists, { one: '# row exists already.', other: '# rows exist already.' })}`}{' '}
          {refused > 0 && t`${plural(refused, { one: '# row has a problem.', other: '# rows have problems.' })}`}
        </Callout>
      )}
      <div className="row">
        <Button
          kind={canCreate ? 'secondary' : 'primary'}
          isBusy={isBusy && !canCreate}
          disabledBecause={rowsReason()}
          onPress={() => void attempt(true)}
        >
          <Trans>Check rows</Trans>
        </Button>
        {canCreate && (
          <Button kind="primary" isBusy={isBusy} disabledBecause={rowsReason()} onPress={() => void attempt(false)}>
            {createText(created)}
          </Button>
        )}
      </div>
      {checked && <RowReport results={results} isDone={checked.isDone} />}
    </div>
  )
}
