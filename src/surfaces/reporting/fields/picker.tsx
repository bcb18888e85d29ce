import { type ReactNode, useId, useMemo, useState } from 'react'
import { dimensions } from '../../../contract/reports/dimensions.ts'
import { metrics } from '../../../contract/reports/metrics.ts'
import { dimensionRule, metricRule } from '../../../contract/reports/fields.rules.ts'
import { dimensionCategories, metricCategories, metricCategoryOf, defaultReportFields } from '../../../contract/reports/fields.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { useLateFocus } from '../../../ui/dialog/late-focus.ts'
import { type ReportState, toFieldConstraints } from '../report/use-report.ts'
import { categoryName, fieldName, metricExplanation, metricMeaning, ruleErrorText, contextWords } from '../words.ts'
import type { FieldKind } from '../report/controls.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { userSettings } from '../../../contract/users/settings.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Fields, useFieldsPath, useOwnFields } from './own-fields.ts'

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

const textOf = ({ dimensions, metrics }: Fields) => [...dimensions, '', ...metrics].join()

/** Sets the current fields as this user's default for new reports, or restores the product default. */
function DefaultFields({ state: { reportQuery } }: { readonly state: ReportState }) {
  const { t, i18n } = useLingui()
  const { mutate, showError } = useMutate()
  const { context, dimensions, metrics, drill } = reportQuery
  const isOfOne = useScope().advertiserId !== undefined
  const path = useFieldsPath()(context)
  const { own } = useOwnFields(context)
  // Hidden in drilled rows: their dimensions are no sensible default.
  if (!path || drill.length > 0) return null
  const about = i18n._(contextWords[context])
  const isBegun = textOf(own ?? defaultReportFields(context, isOfOne)) === textOf(reportQuery)
  const save = (ids: readonly string[]) => {
    const body = { value: { columns: ids.map((key) => ({ key, is_shown: true })) } }
    return mutate(userSettings.change, { path, body }, { stale: [userSettings.one] }).catch(showError(t`Couldn’t save your default fields`))
  }
  return (
    <div className="field-beginning">
      <p className="quiet" role="status">
        {isBegun ? (
          <Trans>New reports on “{about}” start with the current fields.</Trans>
        ) : (
          <Trans>New reports on “{about}” start with your saved default fields.</Trans>
        )}
      </p>
      {!isBegun && (
        <Button onPress={() => void save([...dimensions, ...metrics])}>
          <Trans>Save as default fields</Trans>
        </Button>
      )}
      {own && (
        <Button kind="plain" onPress={() => void save([])}>
          <Trans>Reset default fields</Trans>
        </Button>
      )}
    </div>
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
