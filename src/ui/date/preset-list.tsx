import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { type DateRange, dateRanges, daysOfRange } from '../../contract/dates/date-ranges.ts'
import { offeredRangeLabel } from './range-labels.ts'
import type { DateContext } from './draft.ts'
import { checkRange } from './day-limits.ts'
import { describedTooltip } from '../dialog/tooltip-text.ts'

interface DatePresetListProps {
  readonly range: DateRange
  readonly scene: DateContext
  readonly isNarrow: boolean
  readonly onName: (range: DateRange) => void
}

/** Whether all days of a preset can be selected. */
const isOpen = (range: DateRange, { limits, today }: DateContext) =>
  range === 'custom' || checkRange(daysOfRange(range, today), limits, today) === true

const namedIn = (value: string) => dateRanges.find((range) => range === value)

/** The date presets, in the order of the specification. Unavailable presets are disabled. */
export function DatePresetList({ range: chosen, scene, isNarrow, onName }: DatePresetListProps) {
  const { t, i18n } = useLingui()
  const name = useId()
  const choose = (value: string) => {
    const range = namedIn(value)
    if (range) onName(range)
  }
  const options = dateRanges.map((range) => ({ range, word: offeredRangeLabel(range, i18n), isOff: !isOpen(range, scene) }))
  if (isNarrow)
    return (
      <select className="dates-select" aria-label={t`Dates`} value={chosen} onChange={({ target }) => choose(target.value)}>
        {options.map(({ range, word, isOff }) => (
          <option key={range} value={range} disabled={isOff}>
            {word}
          </option>
        ))}
      </select>
    )
  return (
    <fieldset className="dates-presets">
      <legend className="unseen">{t`Dates`}</legend>
      {options.map(({ range, word, isOff }) => (
        <label key={range} {...describedTooltip(isOff ? t`These dates can’t be selected` : undefined)}>
          <input
            type="radio"
            className="unseen"
            name={name}
            value={range}
            checked={range === chosen}
            disabled={isOff}
            onChange={({ target }) => choose(target.value)}
          />
          {word}
        </label>
      ))}
    </fieldset>
  )
}
