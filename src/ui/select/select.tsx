import { SelectField, type SelectFieldProps } from './field.tsx'
import { OptionMenu } from './option-menu.tsx'
import type { SelectedOption, Options } from './option.ts'
import { tooltip } from '../dialog/tooltip-text.ts'

export interface SelectProps extends SelectFieldProps<SelectedOption | null> {
  /** A list, or a function that loads pages. A list must be memoized. */
  readonly options: Options
  /** The value can be replaced but not cleared, so the field needs no required mark. */
  readonly noClear?: boolean
}

/** A field to select one option. */
export function Select({ options, value, onChange, noClear = false, ...field }: SelectProps) {
  return (
    <SelectField
      {...field}
      shown={
        value && (
          <span className="choose-value" {...tooltip(value.label)}>
            {value.label}
          </span>
        )
      }
      onClear={value && !field.isRequired && !noClear ? () => onChange(null) : undefined}
      menu={({ anchor, menuId, typed, onClose, onDone }) => (
        <OptionMenu
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
