import { Trans, useLingui } from '@lingui/react/macro'
import { count } from '../format/format.ts'
import { SelectAll } from './select-all.tsx'
import { SelectField, type SelectFieldProps } from './field.tsx'
import { OptionMenu } from './option-menu.tsx'
import type { SelectedOption, Option, Options } from './option.ts'

/** Maximum number of names in a closed field, per the specification. */
const maxNames = 19

/** The names that a closed field shows, and the number of further ones. */
export const shownNames = (labels: readonly string[]): { names: readonly string[]; more: number } => ({
  names: labels.slice(0, maxNames),
  more: Math.max(0, labels.length - maxNames),
})

/** Separates the names for screen readers. */
export const separatorIn = (locale: string) => (/^(ja|zh)/.test(locale) ? '、' : ', ')

export interface MultiSelectProps extends SelectFieldProps<readonly SelectedOption[]> {
  /** A list, or a function that loads pages. A list must be memoized. */
  readonly options: Options
}

/** The selected names: up to 19, then the number of further ones. The field grows with them. */
function ChosenLine({ chosen }: { chosen: readonly SelectedOption[] }) {
  const { i18n } = useLingui()
  const { names, more } = shownNames(chosen.map(({ label }) => label))
  const separator = separatorIn(i18n.locale)
  const others = count(more, i18n.locale)
  return (
    <span className="choose-value all">
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two options may have the same name
        <span key={index}>
          <span className="choose-chip">{name}</span>
          {index < names.length - 1 && <span className="unseen">{separator}</span>}
        </span>
      ))}{' '}
      {more > 0 && (
        <span className="choose-more">
          <Trans>{others} more selected</Trans>
        </span>
      )}
    </span>
  )
}

const toggled = (chosen: readonly SelectedOption[], { id, label }: Option) =>
  chosen.some((item) => item.id === id) ? chosen.filter((item) => item.id !== id) : [...chosen, { id, label }]

/** A field to select several options. */
export function MultiSelect({ options, value, onChange, ...field }: MultiSelectProps) {
  const ids = new Set(value.map(({ id }) => id))
  const add = (options: readonly Option[]) =>
    onChange([
      ...value,
      ...options.filter(({ id, disabledBecause }) => !ids.has(id) && disabledBecause === undefined).map(({ id, label }) => ({ id, label })),
    ])
  return (
    <SelectField
      {...field}
      shown={value.length > 0 ? <ChosenLine chosen={value} /> : undefined}
      onClear={value.length > 0 ? () => onChange([]) : undefined}
      menu={({ anchor, menuId, typed, onClose }) => (
        <OptionMenu
          anchor={anchor}
          id={menuId}
          label={field.label}
          options={options}
          typed={typed}
          isMulti
          isChosen={({ id }) => ids.has(id)}
          onClose={onClose}
          onChoose={(option) => onChange(toggled(value, option))}
          foot={(choices, goToSearch) => (
            <SelectAll
              choices={choices}
              chosenCount={ids.size}
              onAdd={add}
              onClear={() => {
                onChange([])
                goToSearch()
              }}
            />
          )}
        />
      )}
    />
  )
}
