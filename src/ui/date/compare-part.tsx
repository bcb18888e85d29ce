import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Days } from '../../contract/dates/date-ranges.ts'
import { comparisonLabels } from './range-labels.ts'
import { dayRange } from '../format/format.ts'
import type { Comparison } from './comparison.ts'
import { comparedDaysOf, type DateDraft } from './draft.ts'
import { DateInputs } from './inputs.tsx'
import { checkRange } from './day-limits.ts'

interface ComparePartProps {
  readonly draft: DateDraft
  readonly offered: readonly Comparison[]
  readonly today: string
  /** The current, incomplete day: a range that starts on it has no comparison. */
  readonly incompleteDay: string | undefined
  readonly isWrong: boolean
  readonly describedBy: string
  readonly onCompare: (compare: Comparison) => void
  readonly onType: (days: Partial<Days>) => void
}

const words: Readonly<Record<Comparison, MessageDescriptor>> = {
  ...comparisonLabels,
  previous_year: msg`Previous year`,
  custom: msg`Custom dates`,
}

/** Select for the comparison period, with its days. */
export function ComparisonSelect({ draft, offered, today, incompleteDay, isWrong, describedBy, onCompare, onType }: ComparePartProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const isWhole = !draft.isEndMissing && checkRange(draft.days, {}, today) === true
  const compared = isWhole ? comparedDaysOf(draft) : undefined
  const change = (value: string) => {
    const compare = offered.find((item) => item === value)
    if (compare) onCompare(compare)
  }
  return (
    <div className="dates-compare">
      <div className="dates-input">
        <label htmlFor={id}>
          <Trans>Compare with</Trans>
        </label>
        <select id={id} className="dates-select" value={draft.compare} onChange={({ target }) => change(target.value)}>
          {offered.map((compare) => (
            <option key={compare} value={compare}>
              {i18n._(words[compare])}
            </option>
          ))}
        </select>
      </div>
      {draft.compare === 'custom' ? (
        <DateInputs
          days={draft.custom}
          today={today}
          labels={[t`Comparison start date`, t`Comparison end date`]}
          isWrong={isWrong}
          describedBy={describedBy}
          onType={onType}
        />
      ) : (
        <span className="dates-compared">
          {compared &&
            (draft.days.start_date === incompleteDay
              ? t`Today is not complete`
              : dayRange(compared.start_date, compared.end_date, i18n.locale, today))}
        </span>
      )}
    </div>
  )
}
