import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { csvOf, downloadText } from '../../../../parts/resource/csv.ts'
import { Button } from '../../../../ui/button.tsx'
import { count } from '../../../../ui/format/format.ts'
import { NumberText } from '../../../../ui/format/number-text.tsx'
import { download } from '../../../../ui/icon/icons.ts'
import { Link, type LinkTarget } from '../../../../ui/navigation/link.tsx'

/** The result of one row, done or planned. */
export interface RowResult {
  readonly line: number
  readonly name: string
  readonly outcome: 'created' | 'exists' | 'refused'
  /** The record of the row. */
  readonly target?: LinkTarget | undefined
  /** Why the row is refused. */
  readonly problems: readonly string[]
}

/** The number of rows shown; the file lists all. */
const maxShown = 100
const ranks = { refused: 0, exists: 1, created: 2 } as const

interface RowReportProps {
  readonly results: readonly RowResult[]
  readonly isDone: boolean
}

/** The result of each row, refused ones first. */
export function RowReport({ results, isDone }: RowReportProps) {
  const { t, i18n } = useLingui()
  const words = {
    created: isDone ? t`Created` : t`Will be created`,
    exists: t`Exists already`,
    refused: t`Has a problem`,
  }
  const sorted = results.toSorted((one, other) => ranks[one.outcome] - ranks[other.outcome] || one.line - other.line)
  const shown = sorted.slice(0, maxShown)
  const rowCount = results.length
  const some = count(shown.length, i18n.locale)
  const all = count(results.length, i18n.locale)
  const file = () =>
    csvOf([
      [t`Row`, t`Name`, t`Result`, t`Problem`],
      ...sorted.map(({ line, name, outcome, problems }) => [line, name, words[outcome], problems.join(' ')]),
    ])
  return (
    <section className="detail-part" aria-label={t`Rows`}>
      <div className="row">
        <b className="grow">
          <Plural value={rowCount} one="# row" other="# rows" />
        </b>
        <Button kind="plain" icon={download} onPress={() => downloadText('rows.csv', file())}>
          <Trans>Export list</Trans>
        </Button>
      </div>
      <table className="admin-table">
        <thead>
          <tr>
            <th scope="col">{t`Row`}</th>
            <th scope="col">{t`Name`}</th>
            <th scope="col">{t`Result`}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, name, outcome, target, problems }) => (
            <tr key={line}>
              <td>
                <NumberText value={line} />
              </td>
              <td dir="auto">{target ? <Link target={target}>{name}</Link> : name}</td>
              <td>{problems.length > 0 ? problems.join(' ') : words[outcome]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {results.length > shown.length && (
        <p className="quiet">
          <Trans>
            Showing {some} of {all}. The file contains all of them.
          </Trans>
        </p>
      )}
    </section>
  )
}
