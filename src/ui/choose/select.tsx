import { ChooseField, type ChooseFieldProps } from './choose-field.tsx'
import { ChooseMenu } from './choose-menu.tsx'
import type { Chosen, Option, Options } from './option.ts'

export interface SelectProps extends ChooseFieldProps {
  /** A list, or somebody who answers page by page; a list keeps its identity while it is the same. */
  readonly options: Options
  readonly chosen: Chosen | null
  readonly onChoose: (option: Option | null) => void
}

/** A field to choose one thing of any number. */
export function Select({ options, chosen, onChoose, ...field }: SelectProps) {
  return (
    <ChooseField
      {...field}
      value={chosen && <span className="choose-value">{chosen.label}</span>}
      title={chosen?.label}
      onClear={chosen && !field.isRequired ? () => onChoose(null) : undefined}
      menu={({ anchor, menuId, typed, onClose, onDone }) => (
        <ChooseMenu
          anchor={anchor}
          id={menuId}
          label={field.label}
          options={options}
          typed={typed}
          isChosen={({ id }) => id === chosen?.id}
          onClose={onClose}
          onChoose={(option) => {
            onChoose(option)
            onDone()
          }}
        />
      )}
    />
  )
}
