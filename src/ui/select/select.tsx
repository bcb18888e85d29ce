import { ChooseField, type ChooseFieldProps } from './field.tsx'
import { ChooseMenu } from './option-menu.tsx'
import type { Chosen, Options } from './option.ts'

export interface SelectProps extends ChooseFieldProps<Chosen | null> {
  /** A list, or somebody who answers page by page; a list keeps its identity while it is the same. */
  readonly options: Options
  /** Something is always chosen: it is exchanged, never taken out, so nobody has to be told that it is needed. */
  readonly noClear?: boolean
}

/** A field to choose one thing of any number. */
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
