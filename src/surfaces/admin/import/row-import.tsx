import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { type ImportResult, maxImportRows } from '../../../contract/list-imports.ts'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import type { FileLimits } from '../../../ui/upload/file-kinds.ts'
import { Upload } from '../../../ui/upload/upload.tsx'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import css from './import.css'
import { ImportReport, type ImportReportProps } from './report.tsx'
import { type ImportColumn, type ImportFault, readRows } from './rows.ts'

addStyles(css)

const fileLimits: FileLimits = { kinds: ['csv', 'txt'], maxBytes: 1_000_000, maxFiles: 1 }

interface RowImportProps extends Pick<ImportReportProps, 'textOf'> {
  /** Name of the files with the results. */
  readonly name: string
  /** Label of the text field. */
  readonly label: string
  readonly columns: readonly ImportColumn[]
  /** Why nothing can be created. */
  readonly disabledBecause?: string | undefined
  /** Sends the rows. A retry after a lost response has the same key. */
  readonly send: (
    rows: readonly Readonly<Record<string, string>>[],
    how: { readonly isDry: boolean; readonly key: string },
  ) => Promise<ImportResult>
}

function useFaultText() {
  const { t } = useLingui()
  return (fault: ImportFault): string => {
    switch (fault.code) {
      case 'too_many_rows': {
        const { rows } = fault
        return t`Send at most ${maxImportRows} rows at once. There are ${rows}.`
      }
      case 'too_many_columns': {
        const { line } = fault
        return t`Line ${line} has too many columns.`
      }
      case 'unknown_column': {
        const { name } = fault
        return t`The header names a column that is not known: ${name}.`
      }
      case 'missing_column': {
        const { label } = fault
        return t`The header does not name the column ${label}.`
      }
    }
  }
}

/** The rows that were sent, what became of them, and the key of a creation whose response may be lost. */
interface Checked {
  readonly text: string
  readonly result: ImportResult
}

/** Creates records from pasted or uploaded rows: a check first, then the creation, each with a result for every row. */
export function RowImport({ name, label, columns, disabledBecause, send, textOf }: RowImportProps) {
  const { t, i18n } = useLingui()
  const faultText = useFaultText()
  const [text, setText] = useState('')
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [checked, setChecked] = useState<Checked>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { rows, fault } = useMemo(() => readRows(text, columns), [text, columns])
  const result = checked?.text === text ? checked.result : undefined
  const countOf = (status: ImportResult['rows'][number]['status']) => (result?.rows ?? []).filter((row) => row.status === status).length
  const [ready, created, refused] = [countOf('ready'), countOf('created'), countOf('refused')]
  const isDone = result !== undefined && !result.is_dry_run
  const guard = useLeaveGuard(rows.length > 0 && !isDone, { losses: [label] })
  const change = (next: string) => {
    setText(next)
    // Other rows are another request.
    setKey(crypto.randomUUID())
  }
  const read = async (file: File) => {
    change(await file.text())
    return file.name
  }
  const run = async (isDry: boolean) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const cells = rows.map((row) => row.cells)
      setChecked({ text, result: await send(cells, { isDry, key }) })
    } catch (error) {
      setFailure(problemText(asProblem(error), i18n))
    } finally {
      setBusy(false)
    }
  }
  const nothing = rows.length === 0 ? t`Paste or upload rows first` : undefined
  const names = new Intl.ListFormat(i18n.locale).format(columns.map((column) => column.label))
  return (
    <div className="row-import">
      {guard}
      {!isDone && (
        <>
          <TextArea label={label} rows={8} value={text} onChange={change} help={t`One line for each row. Columns: ${names}.`} />
          <Upload label={<Trans>Or upload a file</Trans>} limits={fileLimits} send={read} />
        </>
      )}
      {fault && <Callout kind="error" isAnnounced heading={faultText(fault)} />}
      {failure !== undefined && (
        <Callout kind="error" isAnnounced heading={<Trans>The rows were not sent</Trans>}>
          {failure}
        </Callout>
      )}
      {result && (
        <>
          <Callout
            kind={refused > 0 ? 'warning' : 'success'}
            isAnnounced
            heading={
              isDone
                ? t`${plural(created, { one: '# row created', other: '# rows created' })}`
                : t`${plural(ready, { one: '# row is ready', other: '# rows are ready' })}`
            }
          >
            {refused > 0 && t`${plural(refused, { one: '# row is refused.', other: '# rows are refused.' })}`}
          </Callout>
          <ImportReport name={name} columns={columns} rows={rows} result={result} textOf={textOf} />
        </>
      )}
      <div className="row">
        {isDone ? (
          <Button
            onPress={() => {
              setChecked(undefined)
              change('')
            }}
          >
            <Trans>Add more</Trans>
          </Button>
        ) : result ? (
          <Button
            kind="primary"
            isBusy={isBusy}
            disabledBecause={disabledBecause ?? (ready === 0 ? t`No row is ready` : undefined)}
            onPress={() => void run(false)}
          >
            {t`${plural(ready, { one: 'Create # row', other: 'Create # rows' })}`}
          </Button>
        ) : (
          <Button
            kind="primary"
            isBusy={isBusy}
            disabledBecause={disabledBecause ?? (fault ? faultText(fault) : nothing)}
            onPress={() => void run(true)}
          >
            <Trans>Check rows</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
