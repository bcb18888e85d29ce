import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format/format.ts'
import { download } from '../../ui/icon/icons.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import { NumberText } from '../../ui/format/number-text.tsx'
import { csvOf, downloadText } from '../resource/csv.ts'
import css from './entity-picker.css'
import type { LineCode, LineProblem } from './send-ids.ts'

addStyles(css)

const words = {
  duplicate: msg`Duplicate in this list`,
  too_long: msg`ID too long`,
  unreadable: msg`Contains unreadable characters`,
  open_quote: msg`Missing closing quotation mark`,
  no_id: msg`The ID column is empty`,
  unknown: msg`ID not found`,
  inactive: msg`Can’t be advertised right now`,
} satisfies Record<LineCode, unknown>

/** The number of problems shown; the file lists all. */
const maxShown = 100
const fileOf = (problems: readonly LineProblem[], i18n: I18n) =>
  csvOf([
    [i18n._(msg`Row`), i18n._(msg`ID`), i18n._(msg`Problem`)],
    ...problems.map(({ line, text, code }) => [line, text, i18n._(words[code])]),
  ])

/** The problems of a list, line by line. */
export function LineReport({ problems }: { readonly problems: readonly LineProblem[] }) {
  const { t, i18n } = useLingui()
  const shown = problems.slice(0, maxShown)
  const some = count(shown.length, i18n.locale)
  const all = count(problems.length, i18n.locale)
  if (problems.length === 0) return null
  return (
    <section className="ids-sum" aria-label={t`Rows with problems`}>
      <div className="row">
        <b className="grow">
          <Plural value={problems.length} one="# row has a problem" other="# rows have problems" />
        </b>
        <Button kind="plain" icon={download} onPress={() => downloadText('lines.csv', fileOf(problems, i18n))}>
          <Trans>Export list</Trans>
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes the scroll area reachable by keyboard */}
      <section className="ids-lines" aria-label={t`Rows`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col" className="line-number">{t`Row`}</th>
              <th scope="col">{t`ID`}</th>
              <th scope="col">{t`Problem`}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, text, code }) => (
              <tr key={`${line} ${code} ${text}`}>
                <td className="line-number">
                  <NumberText value={line} />
                </td>
                <td>{text}</td>
                <td>{i18n._(words[code])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {problems.length > shown.length && (
        <p className="quiet">
          <Trans>
            Showing {some} of {all}. The file contains all of them.
          </Trans>
        </p>
      )}
    </section>
  )
}
