import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react'
import { daysIn } from '../../contract/dates/date-ranges.ts'
import { Button } from '../button.tsx'
import { dayRange } from '../format/format.ts'
import { Calendar } from './calendar.tsx'
import { ComparisonSelect } from './compare-part.tsx'
import type { Comparison } from './comparison.ts'
import {
  comparedDaysOf,
  validateDraft,
  withClickedDay,
  type DateChoice,
  type DateDraft,
  type DateContext,
  draftOf,
  isChoice,
  withPreset,
  withTypedDays,
} from './draft.ts'
import { DateInputs } from './inputs.tsx'
import { DatePresetList } from './preset-list.tsx'
import { type DayProblem, checkRange } from './day-limits.ts'
import { dayWithYear } from './format-date.ts'

/** Whether the page is narrower than a width; updates on resize. */
function useNarrow(node: RefObject<HTMLElement | null>, minWidth: number): boolean {
  const [isNarrow, setNarrow] = useState(() => (node.current?.ownerDocument.documentElement.clientWidth ?? minWidth) < minWidth)
  useLayoutEffect(() => {
    const view = node.current?.ownerDocument.defaultView
    if (!view) return
    const measure = () => setNarrow(view.document.documentElement.clientWidth < minWidth)
    measure()
    view.addEventListener('resize', measure)
    return () => view.removeEventListener('resize', measure)
  }, [node, minWidth])
  return isNarrow
}

interface DayProblemWordsProps {
  readonly problem: DayProblem
  readonly today: string
}

/** Message when a range cannot be selected. */
function DayProblemWords({ problem, today }: DayProblemWordsProps) {
  const { i18n } = useLingui()
  const { locale } = i18n
  if (problem.code === 'future') return <Trans>Future dates can’t be selected</Trans>
  const example = dayWithYear(today, locale)
  if (problem.code === 'bad_dates') return <Trans>Enter dates such as {example}, start date first</Trans>
  if (problem.code === 'disabled') {
    const closed = dayRange(problem.days.start_date, problem.days.end_date, locale, today)
    return <Trans>The range can’t include {closed}</Trans>
  }
  const limit = dayWithYear(problem.day, locale)
  return problem.code === 'before' ? (
    <Trans>Dates before {limit} can’t be selected</Trans>
  ) : (
    <Trans>Dates after {limit} can’t be selected</Trans>
  )
}

interface DateSheetProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly value: DateChoice
  readonly scene: DateContext
  readonly weekStart: number
  readonly comparisons: readonly Comparison[]
  readonly unfinished: string | undefined
  readonly onApply: (choice: DateChoice) => void
  readonly onCancel: () => void
}

/** Minimum page width for presets, two months and the comparison next to each other. */
const wideFrom = 720

/** Focus trap: the sheet closes by Apply, Cancel or Escape only. */
function trapTab(event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('select, button, input:enabled')].filter(
    (node) => node.tabIndex >= 0 && !(node instanceof HTMLInputElement && node.type === 'radio' && !node.checked),
  )
  if (event.target !== stops.at(event.shiftKey ? 0 : -1)) return
  event.preventDefault()
  stops.at(event.shiftKey ? -1 : 0)?.focus()
}

/** Live summary of the current selection. */
function Summary({ draft, today }: { draft: DateDraft; today: string }) {
  const { i18n } = useLingui()
  const { start_date, end_date } = draft.days
  if (checkRange(draft.days, {}, today) !== true) return null
  const dayCount = daysIn(draft.days)
  const range = dayRange(start_date, end_date, i18n.locale, today)
  if (draft.isEndMissing) return <Trans>From {range}. Now choose the end date.</Trans>
  return (
    <>
      <b>{range}</b> <Plural value={dayCount} one="# day" other="# days" />
    </>
  )
}

const Problem = ({ id, problem, today }: { id: string; problem: DayProblem | undefined; today: string }) => (
  <p id={id} className="dates-problem" role="alert">
    {problem && (
      <>
        <b>
          <Trans>Please select a valid date range</Trans>
        </b>{' '}
        <DayProblemWords problem={problem} today={today} />
      </>
    )}
  </p>
)

/** Sheet to edit a date range and its comparison; changes take effect on Apply. */
export function DateRangeSheet({ anchor, value, scene, weekStart, comparisons, unfinished, onApply, onCancel }: DateSheetProps) {
  const { t } = useLingui()
  const problemId = useId()
  const isNarrow = useNarrow(anchor, wideFrom)
  const [draft, setDraft] = useState(() => draftOf(value))
  const [hasTried, setTried] = useState(false)
  const result = validateDraft(draft, scene)
  const problem = draft.refused ?? (hasTried && !isChoice(result) ? result : undefined)
  const mayDays = checkRange(draft.days, scene.limits, scene.today)
  const change = (next: DateDraft) => {
    setTried(false)
    setDraft(next)
  }
  const apply = () => (isChoice(result) ? onApply(result) : setTried(true))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only traps the Tab key
    <div className={`dates-sheet${isNarrow ? ' narrow' : ''}`} onKeyDown={trapTab}>
      <DatePresetList range={draft.range} scene={scene} isNarrow={isNarrow} onName={(range) => change(withPreset(draft, range, scene))} />
      <div className="dates-body">
        <DateInputs
          days={draft.days}
          today={scene.today}
          labels={[t`Start date`, t`End date`]}
          isWrong={problem !== undefined && mayDays !== true}
          describedBy={problem && problemId}
          onType={(days) => change(withTypedDays(draft, days))}
        />
        <Calendar
          monthCount={isNarrow ? 1 : 2}
          days={draft.days}
          isHalf={draft.isEndMissing}
          compared={draft.isEndMissing ? undefined : comparedDaysOf(draft)}
          limits={scene.limits}
          today={scene.today}
          weekStart={weekStart}
          onPick={(day) => change(withClickedDay(draft, day, scene))}
        />
        {comparisons.length > 0 && (
          <ComparisonSelect
            draft={draft}
            offered={comparisons}
            today={scene.today}
            incompleteDay={unfinished}
            isWrong={hasTried && problem !== undefined && mayDays === true}
            describedBy={problemId}
            onCompare={(compare) => change({ ...draft, compare })}
            onType={(days) => change({ ...draft, custom: { ...draft.custom, ...days } })}
          />
        )}
        <Problem id={problemId} problem={problem} today={scene.today} />
      </div>
      <div className="dates-foot">
        <span role="status" className="grow">
          <Summary draft={draft} today={scene.today} />
        </span>
        <Button onPress={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" onPress={apply}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </div>
  )
}
