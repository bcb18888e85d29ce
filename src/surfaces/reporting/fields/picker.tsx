import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { dimensions } from '../../../contract/reports/dimensions.ts'
import { metrics } from '../../../contract/reports/metrics.ts'
import { dimensionRule, metricRule } from '../../../contract/reports/fields.rules.ts'
import { dimensionCategories, metricCategories, metricCategoryOf } from '../../../contract/reports/fields.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { useLateFocus } from '../../../ui/dialog/late-focus.ts'
import { type ReportState, toFieldConstraints } from '../report/use-report.ts'
import { categoryName, fieldName, metricExplanation, metricMeaning, ruleErrorText } from '../words.ts'
import { DefaultFields } from './default-fields.tsx'
import type { FieldKind } from '../report/controls.tsx'

interface Choice {
  readonly id: string
  readonly name: string
  readonly explanation: string
  readonly category: string
  readonly disabledBecause: string | undefined
}

/** All fields of a kind, with their explanation and the reason why a field cannot be added. */
function useFields(state: ReportState, kind: FieldKind): readonly Choice[] {
  const { i18n } = useLingui()
  return useMemo(() => {
    const constraints = toFieldConstraints(state)
    const choiceOf = (id: string) => ({
      id,
      name: fieldName(id, i18n, state.entityWord),
      explanation: metricExplanation(id, i18n, metricMeaning(id, i18n)),
    })
    return kind === 'dimensions'
      ? dimensionCategories.flatMap((category) =>
          dimensions
            .filter((item) => item.category === category)
            // Names before ids.
            .sort((a, b) => Number(a.presentation === 'id') - Number(b.presentation === 'id'))
            .map(({ id }) => ({
              ...choiceOf(id),
              category: categoryName(category, i18n),
              disabledBecause: ruleErrorText(dimensionRule(id, constraints), i18n),
            })),
        )
      : metricCategories.flatMap((category) =>
          metrics
            .filter(({ id }) => metricCategoryOf(id) === category)
            .map(({ id }) => ({
              ...choiceOf(id),
              category: categoryName(category, i18n),
              disabledBecause: ruleErrorText(metricRule(id, constraints), i18n),
            })),
        )
  }, [state, kind, i18n])
}

/** Every search word must occur in the name, explanation or category. */
function matches({ name, explanation, category }: Choice, text: string, locale: string) {
  const searchableText = `${name} ${explanation} ${category}`.toLocaleLowerCase(locale)
  return text
    .toLocaleLowerCase(locale)
    .split(/\s+/)
    .every((word) => searchableText.includes(word))
}

function Category({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="field-category">
      <h3 id={id}>{name}</h3>
      {children}
    </fieldset>
  )
}

interface FieldPickerProps {
  readonly state: ReportState
  readonly kind: FieldKind
  readonly onChoose: (ids: readonly string[]) => void
}

/** Searchable list of fields by category. */
export default function FieldPicker({ state, kind, onChoose }: FieldPickerProps) {
  const { t, i18n } = useLingui()
  const node = useLateFocus<HTMLDivElement>()
  const [text, setText] = useState('')
  const all = useFields(state, kind)
  const selected = state.reportQuery[kind]
  const matching = all.filter((choice) => matches(choice, text.trim(), i18n.locale))
  const heads = [...new Set(matching.map(({ category }) => category))]
  const isLast = (id: string) => kind === 'metrics' && selected.length === 1 && selected.includes(id)
  const toggle = (id: string, isOn: boolean) => onChoose(isOn ? [...selected, id] : selected.filter((item) => item !== id))
  return (
    <div ref={node} className="field-picker">
      <SearchBox label={t`Search fields`} value={text} onChange={setText} />
      {heads.length === 0 && (
        <p className="quiet" role="status">
          <Trans>No matching fields</Trans>
        </p>
      )}
      {heads.map((head) => (
        <Category key={head} name={head}>
          {matching
            .filter(({ category }) => category === head)
            .map(({ id, name, explanation, disabledBecause }) => (
              <Checkbox
                key={id}
                label={name}
                value={selected.includes(id)}
                help={explanation}
                // A selected field can always be removed, except the last metric.
                disabledBecause={isLast(id) ? t`A report needs at least one metric` : selected.includes(id) ? undefined : disabledBecause}
                onChange={(isOn) => toggle(id, isOn)}
              />
            ))}
        </Category>
      ))}
      <DefaultFields state={state} />
    </div>
  )
}
