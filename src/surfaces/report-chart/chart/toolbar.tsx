import { Trans, useLingui } from '@lingui/react/macro'
import { compares, dateRanges } from '../../../contract/dates/date-ranges.ts'
import { IconButton } from '../../../ui/button.tsx'
import { comparisonLabels, offeredRangeLabel } from '../../../ui/date/range-labels.ts'
import { dayRange } from '../../../ui/format/format.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { calendar, chevronDown, download, tableRows } from '../../../ui/icon/icons.ts'
import { Menu } from '../../../ui/dialog/menu.tsx'
import type { ChartSettings } from '../query.ts'

interface ToolbarProps {
  readonly choice: ChartSettings
  readonly before: { start_date: string; end_date: string } | undefined
  readonly today: string
  readonly locale: string
  readonly onChoose: (change: Readonly<Record<string, string | undefined>>) => void
  readonly onExport: (() => void) | undefined
}

const presets = dateRanges.filter((range) => range !== 'custom')

/** Date range, comparison, table and export. */
export function Toolbar({ choice, before, today, locale, onChoose, onExport }: ToolbarProps) {
  const { t, i18n } = useLingui()
  const { start_date, end_date } = choice.days
  const ranges = presets.map((range) => ({ id: range, label: offeredRangeLabel(range, i18n), isChecked: range === choice.range }))
  const isOver = start_date !== today
  const periods = compares.map((compare) => ({
    id: compare,
    label: i18n._(comparisonLabels[compare]),
    isChecked: compare === choice.compare,
    ...(!isOver && { disabledBecause: t`Today is not complete` }),
  }))
  return (
    <div className="row toolbar" part="toolbar">
      <Menu
        isWorded
        className="chip"
        side="bottom-start"
        label={t`Dates`}
        items={ranges}
        onSelect={(range) => onChoose({ date_range: range, start_date: undefined, end_date: undefined })}
      >
        <Icon shape={calendar} />
        <span className="text">{dayRange(start_date, end_date, locale, today)}</span>
        <Icon shape={chevronDown} />
      </Menu>
      <Menu
        isWorded
        className="chip bare"
        side="bottom-start"
        label={t`Compare with`}
        items={periods}
        onSelect={(compare) => onChoose({ compare })}
      >
        <span className="text">
          {before ? <Trans>compared with {dayRange(before.start_date, before.end_date, locale, today)}</Trans> : <Trans>Compare</Trans>}
        </span>
      </Menu>
      <span className="grow" />
      <IconButton
        icon={tableRows}
        label={t`Table`}
        isPressed={choice.isTable}
        onPress={() => onChoose({ view: choice.isTable ? undefined : 'table' })}
      />
      {onExport && <IconButton icon={download} label={t`Export as CSV`} onPress={onExport} />}
    </div>
  )
}
