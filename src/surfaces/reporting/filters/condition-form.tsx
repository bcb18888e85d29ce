import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { dimensionOf, dimensions } from '../../../contract/reports/dimensions.ts'
import { operations, type Filter } from '../../../contract/list.ts'
import { metricOf, metrics } from '../../../contract/reports/metrics.ts'
import { operationsOf, outsideContext, showsMetric } from '../../../contract/reports/fields.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { useLateFocus } from '../../../ui/dialog/late-focus.ts'
import type { ReportState } from '../report/use-report.ts'
import { fieldName, fieldValueText, operationName, ruleErrorText } from '../words.ts'
import { draftOfFilter, newDraft, type FilterDraft, validateDraft, withOperation } from './condition-draft.ts'

interface ValuesProps {
  readonly draft: FilterDraft
  readonly fault: string | undefined
  readonly unit: string | undefined
  readonly onTexts: (texts: readonly string[]) => void
}

/** Checkboxes for a field with a short list of values. */
function ValueCheckboxes({ draft: { field, texts }, accepted, onTexts }: ValuesProps & { readonly accepted: readonly string[] }) {
  const { i18n } = useLingui()
  const toggle = (value: string, isOn: boolean) =>
    onTexts(isOn ? [...texts.filter(Boolean), value] : texts.filter((text) => text !== value))
  return accepted.map((value) => (
    <Checkbox
      key={value}
      label={fieldValueText(field, value, i18n)}
      value={texts.includes(value)}
      onChange={(isOn) => toggle(value, isOn)}
    />
  ))
}

/** Select for a field with a short list of values. */
function OneOf({ draft: { field, texts }, fault, accepted, onTexts }: ValuesProps & { readonly accepted: readonly string[] }) {
  const { t, i18n } = useLingui()
  const options = useMemo(() => accepted.map((id) => ({ id, label: fieldValueText(field, id, i18n) })), [accepted, field, i18n])
  return (
    <Select
      label={t`Value`}
      isRequired
      options={options}
      value={options.find(({ id }) => id === texts[0]) ?? null}
      fault={fault === undefined ? undefined : { code: 'custom', text: fault }}
      onChange={(chosen) => chosen && onTexts([String(chosen.id)])}
    />
  )
}

/** Value inputs by field type and operation. */
function Values(props: ValuesProps) {
  const { t } = useLingui()
  const { draft, fault, unit, onTexts } = props
  const { field, operation, texts } = draft
  const accepted = dimensionOf(field)?.acceptedValues
  if (operation === 'IS NULL') return null
  if (accepted) return operation === 'IN' ? <ValueCheckboxes {...props} accepted={accepted} /> : <OneOf {...props} accepted={accepted} />
  const message = fault === undefined ? undefined : ({ code: 'custom', text: fault } as const)
  if (operation === 'IN')
    return (
      <TextArea
        label={t`Values`}
        help={t`One per line`}
        value={texts.join('\n')}
        fault={message}
        onChange={(text) => onTexts(text.split('\n'))}
      />
    )
  const setText = (at: number) => (text: string) => onTexts(texts.map((item, index) => (index === at ? text : item)))
  const labels = operation === 'BETWEEN' ? [t`From`, t`To`] : [t`Value`]
  const isNumber = metricOf(field) !== undefined || dimensionOf(field)?.type === 'Integer'
  return labels.map((label, at) => {
    const value = texts[at] ?? ''
    const ownMessage = at === labels.length - 1 ? message : undefined
    return isNumber ? (
      <NumberField
        key={label}
        label={label}
        isRequired
        value={value}
        fault={ownMessage}
        onChange={setText(at)}
        digits={metricOf(field) ? 6 : 0}
        unit={unit}
      />
    ) : (
      <TextField key={label} label={label} isRequired value={value} fault={ownMessage} onChange={setText(at)} maxLength={500} />
    )
  })
}

/** Fields that can be filtered in a context. */
function useFilterable({ reportQuery: { context }, entityWord }: ReportState) {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    // The date range of the report filters by day.
    const ofRows = dimensions.filter(({ id, filterable, type }) => filterable && type !== 'Date' && !outsideContext(id, context))
    const shownMetrics = metrics.filter(({ id }) => showsMetric(id, context))
    return [
      ...ofRows.map(({ id }) => ({ id, label: fieldName(id, i18n, entityWord), group: t`Dimensions` })),
      ...shownMetrics.map(({ id }) => ({ id, label: fieldName(id, i18n), group: t`Metrics` })),
    ]
  }, [t, i18n, context, entityWord])
}

interface ConditionFormProps {
  readonly state: ReportState
  readonly filter: Filter | undefined
  readonly onApply: (filter: Filter) => void
}

/** Form of one filter: field, operation and values. */
export default function ReportFilterForm({ state, filter, onApply }: ConditionFormProps) {
  const { t, i18n } = useLingui()
  const fields = useFilterable(state)
  const node = useLateFocus<HTMLDivElement>()
  const [draft, setDraft] = useState<FilterDraft>(() => (filter ? draftOfFilter(filter) : newDraft('campaign_name')))
  const [fault, setFault] = useState<string>()
  const operationOptions = operationsOf(draft.field).map((id) => ({ id, label: operationName(id, draft.field, i18n) }))
  const format = metricOf(draft.field)?.format
  const unit = format === 'percent' ? '%' : format === 'money' ? (state.metadata?.currency_code ?? '') : undefined
  const put = (next: FilterDraft) => {
    setDraft(next)
    setFault(undefined)
  }
  const apply = () => {
    const result = validateDraft(draft)
    if ('filter' in result) onApply(result.filter)
    else setFault(ruleErrorText(result.fault, i18n))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    apply()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Enter for the inputs inside
    <div ref={node} className="condition-form" onKeyDown={onKeyDown}>
      <Select
        label={t`Field`}
        noClear
        options={fields}
        value={fields.find(({ id }) => id === draft.field) ?? null}
        onChange={(chosen) => chosen && put(newDraft(String(chosen.id)))}
      />
      <Select
        label={t`Filter`}
        noClear
        options={operationOptions}
        value={operationOptions.find(({ id }) => id === draft.operation) ?? null}
        onChange={(chosen) => put(withOperation(draft, operations.find((item) => item === chosen?.id) ?? draft.operation))}
      />
      <Values draft={draft} fault={fault} unit={unit} onTexts={(texts) => put({ ...draft, texts })} />
      {fault && (
        <span className="unseen" role="alert">
          {fault}
        </span>
      )}
      <div className="row">
        <Button kind="primary" onPress={apply}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </div>
  )
}
