import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { maxSheetRows } from '../../../contract/campaigns/edits.ts'
import { campaigns, type CampaignReport, type CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { usePath } from '../../../kit/path.ts'
import { asProblem, problemText, type Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { downloadText } from '../../../parts/resource/csv.ts'
import { parseTableQuery } from '../../../parts/resource/table-query.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format/format.ts'
import type { GridColumn } from '../../../ui/table/column.ts'
import type { GridSort } from '../../../ui/table/query.ts'
import { download } from '../../../ui/icon/icons.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import type { DialogAction } from '../../../ui/dialog/actions.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { Upload } from '../../../ui/upload/upload.tsx'
import { PartialResult } from '../bulk/partial-result.tsx'
import { changedIn, completionOf, runBulk, type BulkOutcome, type BulkResult, type BulkRun } from '../bulk/batches.ts'
import { Preview } from '../bulk/preview.tsx'
import { useInvalidateCampaigns } from '../campaign-data.ts'
import { useBulkCompletion } from '../bulk/use-completion.ts'
import { listFilters, listSort, type ListRequest } from '../../../parts/resource/list-source.ts'
import { parseRows, parseSpreadsheet, spreadsheetCsv, type LineProblem, type ParsedSpreadsheet } from './rows.ts'
import type { Send } from '../../../kit/api.ts'
import { fromCampaignResponse } from '../bulk/calls.ts'
import { plannedRun } from '../bulk/run.ts'

/** Changing a thousand rows in one transaction takes long. */
const longMs = 60_000

/** Applies a spreadsheet. Rows that have changed since the download are skipped, because each row carries its version. */
export const spreadsheetRun = (send: Send, clientId: number): BulkRun<ParsedSpreadsheet> =>
  plannedRun(async ({ rows, lines }) => {
    const request = async (isDry: boolean, idempotencyKey?: string): Promise<BulkResult> => {
      const body = { rows: [...rows], dry_run: isDry }
      const options = { timeoutMs: longMs, ...(idempotencyKey && { idempotencyKey }) }
      const response = fromCampaignResponse(await send(campaigns.sheet, { path: { memberGroupId: clientId }, body }, options))
      const changing = response.rows.filter(({ fields, problem }) => fields.length > 0 || problem)
      return { ...response, rows: changing.map((row) => ({ ...row, line: lines.get(Number(row.id)) })) }
    }
    const preview = await request(true)
    return [{ preview, apply: preview.changed > 0 ? (key) => request(false, key) : undefined }]
  })

export interface SheetDialogProps {
  readonly columns: readonly GridColumn<CampaignRow>[]
  /** The order of the list, which the file has, too. */
  readonly defaultSort: readonly GridSort[]
  readonly read: (request: ListRequest, signal: AbortSignal) => Promise<CampaignReport>
  /** Used in the file name. */
  readonly label: string
  readonly onClose: () => void
}

const limits = { kinds: ['csv', 'xlsx'], maxBytes: 2_000_000, maxFiles: 1 } as const

/** Reads an edited file. The reader of workbooks is loaded only for one. */
async function readFile(file: File): Promise<ParsedSpreadsheet> {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return parseSpreadsheet(await file.text())
  const { default: readWorkbook } = await import('./workbook.ts')
  return parseRows(await readWorkbook(file))
}

const lineWords: Readonly<Record<LineProblem['code'], MessageDescriptor>> = {
  no_columns: msg`The first row must contain the columns campaign_id and version`,
  too_many: msg`The file has too many rows`,
  campaign_id: msg`Campaign ID missing`,
  twice: msg`This campaign is already in a row above`,
  version: msg`Version missing. Download the spreadsheet again`,
  name: msg`Enter a name`,
  status: msg`Enter active, paused or pending as the status`,
  budget: msg`Enter a budget such as 450.00`,
  start_date: msg`Enter the start date as YYYY-MM-DD`,
  end_date: msg`Enter the end date as YYYY-MM-DD, or leave it empty for always on`,
}

/** Error text of one line. */
interface LineError {
  readonly line: number
  readonly text: string
}

/** Maps the platform's field errors (`rows.<index>`) to lines of the file. */
function refusedLineErrors({ fields }: Problem, { rows, lines }: ParsedSpreadsheet): LineError[] {
  return fields.flatMap(({ path, rule }) => {
    const row = rows[Number(/^rows\.(\d+)/.exec(path)?.[1] ?? -1)]
    return row ? [{ line: lines.get(row.campaign_id) ?? 0, text: rule }] : []
  })
}

function LineList({ lines }: { readonly lines: readonly LineError[] }) {
  const { t } = useLingui()
  if (lines.length === 0) return null
  return (
    <Callout kind="error" heading={t`${plural(lines.length, { one: '# row has errors', other: '# rows have errors' })}`} isAnnounced>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard */}
      <ul className="sheet-lines" tabIndex={0}>
        {lines.map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            <Trans>
              Row {line}: {text}
            </Trans>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** One run per dialog, so that a retry after a lost response repeats the same request. */
function useRun(): BulkRun<ParsedSpreadsheet> {
  const { send } = useRuntime()
  const { clientId } = useScope()
  const [run] = useState(() => spreadsheetRun(send, clientId))
  return run
}

/** State of the dialog: reads the file, previews it, applies it. */
function useSheet({ onClose }: Pick<SheetDialogProps, 'onClose'>) {
  const { i18n } = useLingui()
  const run = useRun()
  const invalidate = useInvalidateCampaigns()
  const complete = useBulkCompletion()
  const [sheet, setSheet] = useState<ParsedSpreadsheet>()
  const [results, setResults] = useState<readonly BulkResult[]>()
  const [lines, setLines] = useState<readonly LineError[]>([])
  const [outcome, setOutcome] = useState<BulkOutcome>()
  const [isBusy, setBusy] = useState(false)

  /** When the result of an attempt is unknown, lists load again. */
  const readAnew = () => {
    if (outcome && completionOf(outcome) === 'unknown') invalidate()
  }
  async function look(read: ParsedSpreadsheet) {
    const problems = read.problems.map(({ line, code }) => ({ line, text: i18n._(lineWords[code]) }))
    readAnew()
    setOutcome(undefined)
    setLines(problems)
    setSheet(read)
    setResults(undefined)
    if (read.rows.length === 0) return
    try {
      setResults(await run(read, true))
    } catch (error) {
      const problem = asProblem(error)
      const refused = refusedLineErrors(problem, read)
      setLines([...problems, ...refused])
      // The dry run failed, so nothing was changed.
      if (refused.length === 0) setOutcome({ results: [], problem, isDry: true })
    }
  }
  async function commit() {
    if (!sheet) return
    setBusy(true)
    const now = await runBulk(run, sheet)
    setBusy(false)
    if (now.problem) return setOutcome(now)
    complete(now.results)
    onClose()
  }
  const close = () => {
    readAnew()
    onClose()
  }
  const unchanged = sheet && results ? sheet.rows.length - results.reduce((all, { rows }) => all + rows.length, 0) : 0
  return { results, unchanged, lines, made: outcome, isBusy, look, commit, close, again: () => setResults(undefined) }
}

function useDownload({ columns, defaultSort, read, label }: SheetDialogProps) {
  const { query } = usePath()
  return async () => {
    const gridQuery = parseTableQuery(query, columns, defaultSort)
    const filters = listFilters(gridQuery, columns)
    const sort = listSort(gridQuery)
    const body = { pagination: { start: 0, count: maxSheetRows }, ...(filters.length > 0 && { filters }), ...(sort.length > 0 && { sort }) }
    const { campaigns: rows, total } = await read(body, AbortSignal.timeout(longMs))
    downloadText(`${label.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'campaigns'}-sheet.csv`, spreadsheetCsv(rows))
    return total
  }
}

/** Edits campaigns as a spreadsheet: download, upload, preview, apply. */
export default function SpreadsheetDialog(props: SheetDialogProps) {
  const { t, i18n } = useLingui()
  const { results, unchanged, lines, made, isBusy, look, commit, close, again } = useSheet(props)
  const save = useDownload(props)
  const [trouble, setTrouble] = useState<string>()
  const [total, setTotal] = useState(0)
  const max = count(maxSheetRows, i18n.locale)
  const all = count(total, i18n.locale)
  const isEmptyChange = results !== undefined && changedIn(results) === 0
  const showing: readonly DialogAction[] = [
    { does: 'exit', label: <Trans>Choose another file</Trans>, onPress: again },
    {
      does: 'continue',
      label: <Trans>Apply changes</Trans>,
      onPress: () => void commit(),
      ...(isEmptyChange && { disabledBecause: t`No changes to apply` }),
    },
  ]
  return (
    <Modal
      heading={<Trans>Edit campaigns in a spreadsheet</Trans>}
      note={<Trans>Includes up to {String(maxSheetRows)} campaigns from the current list</Trans>}
      size={results ? '5xl' : 'xl'}
      isBusy={isBusy}
      onClose={close}
      actions={results ? showing : [{ does: 'cancel', onPress: close }]}
    >
      <div className="sheet">
        {made?.problem && <PartialResult made={{ ...made, problem: made.problem }} />}
        {trouble && (
          <Callout kind="error" heading={<Trans>No changes made</Trans>} isAnnounced>
            {trouble}
          </Callout>
        )}
        <LineList lines={lines} />
        {results ? (
          <>
            <Preview results={results} isRetriedChange={made !== undefined && !made.isDry} />
            {unchanged > 0 && (
              <p className="quiet">
                <Plural value={unchanged} one="# row has no changes" other="# rows have no changes" />
              </p>
            )}
          </>
        ) : (
          <>
            <p>
              <Trans>1. Download the spreadsheet and edit names, statuses, budgets and dates. Don’t change campaign IDs or versions.</Trans>
            </p>
            <div className="row">
              <Button
                icon={download}
                onPress={() => void save().then(setTotal, (error: unknown) => setTrouble(problemText(asProblem(error), i18n)))}
              >
                <Trans>Download spreadsheet</Trans>
              </Button>
            </div>
            {total > maxSheetRows && (
              <Callout kind="warning" heading={t`The spreadsheet contains the first ${max} of ${all} campaigns`} isAnnounced>
                <Trans>Use filters to narrow the list and edit the rest.</Trans>
              </Callout>
            )}
            <p>
              <Trans>2. Upload the file. You can preview all changes before they’re applied.</Trans>
            </p>
            <Upload
              label={t`Edited spreadsheet`}
              limits={limits}
              send={async (file) => look(await readFile(file))}
              errorText={() => <Trans>This file can’t be read. Save it as CSV or XLSX, then upload it again.</Trans>}
            />
          </>
        )}
      </div>
    </Modal>
  )
}
