import { Trans, useLingui } from '@lingui/react/macro'
import { count } from '../format/format.ts'
import { ChooseAll } from './select-all.tsx'
import { ChooseField, type ChooseFieldProps } from './field.tsx'
import { ChooseMenu } from './option-menu.tsx'
import type { Chosen, Option, Options } from './option.ts'

/** Maximum number of names in a closed field, per the specification. */
const namesMost = 19

/** The names that a closed field shows, and the number of further ones. */
export function namesLine(labels: readonly string[], locale: string): { names: string; more: number } {
  const separator = /^(ja|zh)/.test(locale) ? '、' : ', '
  return { names: labels.slice(0, namesMost).join(separator), more: Math.max(0, labels.length - namesMost) }
}

export interface MultiSelectProps extends ChooseFieldProps<readonly Chosen[]> {
  /** A list, or a function that loads pages. A list must be memoized. */
  readonly options: Options
}

/** The selected names: up to 19, then the number of further ones. The field grows with them. */
function ChosenLine({ chosen }: { chosen: readonly Chosen[] }) {
  const { i18n } = useLingui()
  const { names, more } = namesLine(
    chosen.map(({ label }) => label),
    i18n.locale,
  )
  const others = count(more, i18n.locale)
  return (
    <span className="choose-value all">
      {names}{' '}
      {more > 0 && (
        <span className="choose-more">
          <Trans>{others} more selected</Trans>
        </span>
      )}
    </span>
  )
}

const toggled = (chosen: readonly Chosen[], { id, label }: Option) =>
  chosen.some((one) => one.id === id) ? chosen.filter((one) => one.id !== id) : [...chosen, { id, label }]

/** A field to select several options. */
export function MultiSelect({ options, value, onChange, ...field }: MultiSelectProps) {
  const ids = new Set(value.map(({ id }) => id))
  const add = (found: readonly Option[]) =>
    onChange([
      ...value,
      ...found.filter(({ id, disabledBecause }) => !ids.has(id) && disabledBecause === undefined).map(({ id, label }) => ({ id, label })),
    ])
  return (
    <ChooseField
      {...field}
      shown={value.length > 0 ? <ChosenLine chosen={value} /> : undefined}
      onClear={value.length > 0 ? () => onChange([]) : undefined}
      menu={({ anchor, menuId, typed, onClose }) => (
        <ChooseMenu
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
            <ChooseAll
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
