import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useRef, useState } from 'react'
import { type Filter, type FilterValue, shownValues } from '../../../contract/list.ts'
import { plus } from '../../../ui/table/icons.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { cross } from '../../../ui/icon/control-icons.ts'
import { Popover } from '../../../ui/dialog/popover.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import type { ReportState } from '../report/use-report.ts'
import { fieldName, fieldValueText, operationName } from '../words.ts'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { metricText } from '../../../parts/metrics/format.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'

const ConditionForm = lazyIdle(() => import('./condition-form.tsx'))
const Purchases = lazyIdle(() => import('./purchases.tsx'))

interface FilterButtonProps {
  readonly state: ReportState
  readonly filter: Filter | undefined
  readonly onApply: (filter: Filter) => void
}

/** A button that opens the filter form in a popover. */
function FilterButton({ state, filter, onApply }: FilterButtonProps) {
  const { t, i18n } = useLingui()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={filter ? 'bare-act' : 'chip dashed'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {filter ? (
          <>
            <span className="quiet">
              {fieldName(filter.field, i18n, state.entityWord)} {operationName(filter.operation, filter.field, i18n)}
            </span>{' '}
            <strong>{filterValueText(filter, i18n, state.metadata)}</strong>
          </>
        ) : (
          <>
            <Icon shape={plus} />
            <Trans>Add filter</Trans>
          </>
        )}
      </button>
      {isOpen && (
        <Popover anchor={anchor} heading={filter ? t`Edit filter` : t`Add filter`} onClose={close}>
          <Suspense fallback={<LoadingSkeleton height={160} />}>
            <ConditionForm
              state={state}
              filter={filter}
              onApply={(next) => {
                close()
                onApply(next)
              }}
            />
          </Suspense>
        </Popover>
      )}
    </>
  )
}

/** The filters of a report, combined with AND. */
export function FilterBar({ state }: { readonly state: ReportState }) {
  const { t, i18n } = useLingui()
  const { reportQuery, change, entityWord } = state
  const { filters } = reportQuery
  const setFilter = (at: number, filter: Filter) => change({ filters: [...filters.slice(0, at), filter, ...filters.slice(at + 1)] })
  return (
    <fieldset className="report-field-row" aria-label={t`Filters`}>
      <span className="report-field-label">
        <Trans>Filters</Trans>
      </span>
      <div className="report-field-chosen">
        {filters.map((filter, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be equal
          <span key={at} className="chip filter">
            <FilterButton state={state} filter={filter} onApply={(next) => setFilter(at, next)} />
            <button
              type="button"
              className="bare-act"
              aria-label={t`Remove filter: ${fieldName(filter.field, i18n, entityWord)}`}
              onClick={() => change({ filters: filters.filter((_, index) => index !== at) })}
            >
              <Icon shape={cross} />
            </button>
          </span>
        ))}
        <FilterButton state={state} filter={undefined} onApply={(filter) => setFilter(filters.length, filter)} />
        <Suspense>
          <Purchases state={state} />
        </Suspense>
        {reportQuery.advertisers.length > 0 && (
          <span className="chip filter">
            <Trans>Only some advertisers</Trans>
            <button type="button" className="bare-act" aria-label={t`Show all advertisers`} onClick={() => change({ advertisers: [] })}>
              <Icon shape={cross} />
            </button>
          </span>
        )}
      </div>
    </fieldset>
  )
}

const namedMost = 3

/** Amounts use the report's currency, which is unknown before the first response. */
function valueText(field: string, value: FilterValue, i18n: I18n, currency: CurrencyFormat | undefined) {
  const metric = metricOf(field)
  if (!metric) return fieldValueText(field, typeof value === 'boolean' ? String(value) : value, i18n)
  return metric.format === 'money' && !currency
    ? String(value)
    : metricText(metric, String(value), currency ?? { currency_code: 'USD', currency_digits: 2 }, i18n.locale)
}

/** Short text of a filter's values. */
export function filterValueText(filter: Filter, i18n: I18n, currency: CurrencyFormat | undefined): string {
  if (filter.operation === 'IS NULL') return ''
  const texts = shownValues(filter).map((value) => valueText(filter.field, value, i18n, currency))
  if (filter.operation === 'BETWEEN') return texts.join(' – ')
  const named = texts.slice(0, namedMost).join(', ')
  const others = texts.length - namedMost
  return others > 0 ? i18n._(msg`${named} and ${others} more`) : named
}
