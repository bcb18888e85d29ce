import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ImportResult } from '../../../contract/list-imports.ts'
import type { FieldProblem } from '../../../contract/reply.ts'
import { Button } from '../../../ui/button.tsx'
import { download } from '../../../ui/icon/icons.ts'
import { NumberText } from '../../../ui/format/number-text.tsx'
import { csvOf, downloadText } from '../../../parts/resource/csv.ts'
import type { ImportColumn, ImportRow } from './rows.ts'

/** The number of rows shown; the file lists all. */
const maxShown = 100

export interface ImportReportProps {
  readonly name: string
  readonly columns: readonly ImportColumn[]
  readonly rows: readonly ImportRow[]
  readonly result: ImportResult
  /** The text of a problem; by default the platform's rule. */
  readonly textOf?: ((problem: FieldProblem) => string | undefined) | undefined
}

const statusWords = { ready: msg`Ready`, created: msg`Created`, refused: msg`Refused` }

/** The rows with their outcome, refused ones first. */
function linesOf({ columns, rows, result, textOf }: ImportReportProps, i18n: I18n) {
  const labelOf = (path: string) => columns.find(({ key }) => key === path.split('.')[0])?.label
  const textOfProblem = (problem: FieldProblem) => {
    const label = labelOf(problem.path)
    const text = textOf?.(problem) ?? problem.rule
    return label === undefined ? text : `${label}: ${text}`
  }
  return result.rows
    .map(({ index, status, fields }) => ({
      line: rows[index]?.line ?? index + 1,
      isRefused: status === 'refused',
      cells: columns.map(({ key }) => rows[index]?.cells[key] ?? ''),
      outcome: fields.length > 0 ? fields.map(textOfProblem).join(' ') : i18n._(statusWords[status]),
    }))
    .toSorted((left, right) => Number(right.isRefused) - Number(left.isRefused))
}

/** What became of each row, with a file of all. */
export function ImportReport(props: ImportReportProps) {
  const { t, i18n } = useLingui()
  const { name, columns } = props
  const lines = linesOf(props, i18n)
  const header = [t`Line`, ...columns.map(({ label }) => label), t`Result`]
  const save = () => downloadText(`${name}.csv`, csvOf([header, ...lines.map(({ line, cells, outcome }) => [line, ...cells, outcome])]))
  const [shown, all] = [Math.min(lines.length, maxShown), lines.length]
  return (
    <section className="import-report" aria-label={t`Rows`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes the scroll area reachable by keyboard */}
      <section className="import-lines" aria-label={t`Rows with their result`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {header.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, maxShown).map(({ line, cells, outcome, isRefused }) => (
              <tr key={line}>
                <td>
                  <NumberText value={line} />
                </td>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns in a fixed order
                  <td key={index} dir="auto">
                    {cell}
                  </td>
                ))}
                <td className={isRefused ? 'bad' : undefined}>{outcome}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="row">
        {all > shown && (
          <p className="quiet grow">
            <Trans>
              Showing {shown} of {all}. The file contains all of them.
            </Trans>
          </p>
        )}
        <Button kind="plain" icon={download} onPress={save}>
          <Trans>Export list</Trans>
        </Button>
      </div>
    </section>
  )
}
