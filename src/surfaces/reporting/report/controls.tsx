import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useMemo, useState } from 'react'
import { wholeDays, compares } from '../../../contract/dates/date-ranges.ts'
import { reportContexts } from '../../../contract/reports/contexts.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { Button } from '../../../ui/button.tsx'
import type { DateChoice } from '../../../ui/date/draft.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { weekStartOf } from '../../../ui/date/week-start.ts'
import { FilterBar } from '../filters/condition-bar.tsx'
import { useLoadDefaultFields } from '../fields/own-fields.ts'
import { contextNotes, contextWords, fieldName } from '../words.ts'
import type { ReportState } from './use-report.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { plus } from '../../../ui/table/icons.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import { PopoverButton } from '../../../ui/dialog/popover.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'

const Select = lazyIdle(async () => ({ default: (await import('../../../ui/select/select.tsx')).Select }))
const FieldPicker = lazyIdle(() => import('../fields/picker.tsx'))
const DateRangePicker = lazyIdle(async () => ({ default: (await import('../../../ui/date/range-picker.tsx')).DateRangePicker }))
const Modal = lazyIdle(async () => ({ default: (await import('../../../ui/dialog/modal.tsx')).Modal }))

export type FieldKind = 'dimensions' | 'metrics'

interface FieldRowProps {
  readonly state: ReportState
  readonly kind: FieldKind
}

/** The selected dimensions or metrics as removable tags, with a picker that adds more. */
function FieldRow({ state, kind }: FieldRowProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, change, entityWord } = state
  const selected = reportQuery[kind]
  const label = kind === 'dimensions' ? t`Group by` : t`Metrics`
  const set = (next: readonly string[]) => change({ [kind]: next })
  // A report needs at least one metric.
  const isLast = kind === 'metrics' && selected.length === 1
  return (
    <fieldset className="report-field-row" aria-label={label}>
      <span className="report-field-label">{label}</span>
      <div className="report-field-chosen">
        {selected.map((id) => (
          <Tag
            key={id}
            text={fieldName(id, i18n, entityWord)}
            {...(!isLast && { onRemove: () => set(selected.filter((item) => item !== id)) })}
          />
        ))}
        <PopoverButton
          heading={kind === 'dimensions' ? t`Group the report by` : t`Report metrics`}
          className="chip dashed"
          label={
            <>
              <Icon shape={plus} />
              {kind === 'dimensions' ? <Trans>Add dimension</Trans> : <Trans>Add metric</Trans>}
            </>
          }
        >
          <Suspense fallback={<LoadingSkeleton height={240} />}>
            <FieldPicker state={state} kind={kind} onChoose={set} />
          </Suspense>
        </PopoverButton>
      </div>
    </fieldset>
  )
}

const limits = { isFutureDisallowed: true }

interface ControlsProps {
  readonly state: ReportState
}

/** Currency select, shown only when the client has several currencies. */
function CurrencyChoice({ state: { reportQuery, change } }: ControlsProps) {
  const { t } = useLingui()
  const { currencies } = useClient()
  // The URL may name a currency in which the client has no account.
  const currency = reportQuery.currency
  const options = useMemo(() => currencies.map(({ currency_code: id }) => ({ id, label: id })), [currencies])
  if (currencies.length < 2) return null
  return (
    <Select
      label={t`Currency`}
      placeholder={t`Client default`}
      options={options}
      value={options.find(({ id }) => id === currency) ?? (currency ? { id: currency, label: currency } : null)}
      onChange={(chosen) => change({ currency: chosen ? String(chosen.id) : undefined })}
    />
  )
}

/** Date range and comparison period. Future dates have no data. */
function Dates({ state: { reportQuery, change, days, before, today } }: ControlsProps) {
  const { t, i18n } = useLingui()
  // In a drilled time row the date range is fixed.
  const isNarrowed = reportQuery.drill.flat().some(({ field }) => wholeDays.includes(field))
  const range = isNarrowed ? 'custom' : reportQuery.dates.preset
  const apply = ({ range: chosen, days, compare }: DateChoice) =>
    change({
      dates: chosen === 'custom' ? { preset: chosen, ...days } : { preset: chosen },
      compare: compares.find((item) => item === compare) ?? 'none',
    })
  return (
    <DateRangePicker
      label={t`Dates`}
      value={{ range, days, compare: reportQuery.compare, compared: before }}
      onApply={apply}
      today={today}
      weekStart={weekStartOf(i18n.locale)}
      limits={limits}
      comparisons={compares}
      unfinished={today}
      disabledBecause={isNarrowed ? t`Dates are set by the row you drilled into` : undefined}
    />
  )
}

/** What the report is about, and its currency. */
function Subject({ state }: ControlsProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, change } = state
  const options = useMemo(
    () =>
      reportContexts.map((id) => {
        const note = contextNotes[id]
        return { id, label: i18n._(contextWords[id]), note: note && i18n._(note) }
      }),
    [i18n],
  )
  const loadDefaults = useLoadDefaultFields()
  const choose = async (id: string | number | undefined) => {
    const context = reportContexts.find((item) => item === id)
    // Other contexts have other fields, so the fields are reset.
    if (context) change({ context, ...(await loadDefaults(context)), drill: [], sort: [] })
  }
  return (
    <div className="report-subject">
      <Suspense>
        <Select
          label={t`Report on`}
          noClear
          options={options}
          value={options.find(({ id }) => id === reportQuery.context) ?? null}
          onChange={(chosen) => void choose(chosen?.id)}
        />
        <CurrencyChoice state={state} />
      </Suspense>
    </div>
  )
}

/** All settings of a report except its dates. */
export const ReportSettings = ({ state }: ControlsProps) => (
  <div className="report-fields">
    <Subject state={state} />
    <FieldRow state={state} kind="dimensions" />
    <FieldRow state={state} kind="metrics" />
    <FilterBar state={state} />
  </div>
)

/** The dates, and on a phone a button that opens the settings in a sheet, so that figures come first. */
export function ReportControls({ state }: ControlsProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="report-controls">
      <div className="report-settings-open">
        <Button onPress={() => setOpen(true)}>
          <Trans>Report settings</Trans>
        </Button>
      </div>
      <Suspense fallback={<span className="report-controls-wait" />}>
        <Dates state={state} />
      </Suspense>
      {isOpen && (
        <Suspense>
          <Modal
            heading={<Trans>Report settings</Trans>}
            actions={[{ does: 'continue', label: <Trans>Done</Trans>, onPress: close }]}
            onClose={close}
          >
            <ReportSettings state={state} />
          </Modal>
        </Suspense>
      )}
    </div>
  )
}
