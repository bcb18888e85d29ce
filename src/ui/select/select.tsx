import { ChooseField, type ChooseFieldProps } from './field.tsx'
import { ChooseMenu } from './option-menu.tsx'
import type { Chosen, Options } from './option.ts'

export interface SelectProps extends ChooseFieldProps<Chosen | null> {
  /** A list, or a function that loads pages. A list must be memoized. */
  readonly options: Options
  /** The value can be replaced but not cleared, so the field needs no required mark. */
  readonly noClear?: boolean
}

/** A field to select one option. */
export function Select({ options, value, onChange, noClear = false, ...field }: SelectProps) {
  return (
    <ChooseField
      {...field}
      shown={value && <span className="choose-value">{value.label}</span>}
      title={value?.label}
      onClear={value && !field.isRequired && !noClear ? () => onChange(null) : undefined}
      menu={({ anchor, menuId, typed, onClose, onDone }) => (
        <ChooseMenu
          anchor={anchor}
          id={menuId}
          label={field.label}
          options={options}
          typed={typed}
          isChosen={({ id }) => id === value?.id}
          onClose={onClose}
          onChoose={(option) => {
            onChange({ id: option.id, label: option.label })
            onDone()
          }}
        />
      )}
    />
  )
}
