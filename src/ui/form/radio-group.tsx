import { type ReactNode, useId } from 'react'
import { addStyles } from '../theme/styles.ts'
import css from './choices.css'
import { Field, type FieldProps } from './field.tsx'

addStyles(css)

/** An option of a radio group. */
export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly disabledBecause?: string | undefined
}

interface ChoicesProps<Value extends string> extends Omit<FieldProps<Value | ''>, 'onChange'> {
  readonly choices: readonly Choice<Value>[]
  /** The label is for screen readers only, because the page shows it elsewhere. */
  readonly isLabelHidden?: boolean
  readonly onChange: (value: Value) => void
}

interface OptionProps<Value extends string> {
  readonly choice: Choice<Value>
  readonly group: ChoicesProps<Value>
  readonly shared: string
  readonly isFirst: boolean
}

function Option<Value extends string>({ choice, group, shared, isFirst }: OptionProps<Value>) {
  const { value, label, hint, disabledBecause } = choice
  const id = useId()
  const isOff = disabledBecause !== undefined || group.disabledBecause !== undefined
  const isChecked = group.value === value
  const takesFocus = isChecked || (isFirst && !group.choices.some((item) => item.value === group.value))
  return (
    <label className={`choice ${isOff ? 'is-off' : ''}`}>
      <span className="radio">
        <input
          ref={takesFocus ? group.controlRef : undefined}
          type="radio"
          name={shared}
          value={value}
          checked={isChecked}
          aria-disabled={isOff}
          aria-describedby={hint || disabledBecause ? id : undefined}
          onChange={() => isOff || group.isReadonly || group.isBusy || group.onChange(value)}
          onBlur={group.onLeave}
        />
        <span className="spot" aria-hidden="true" />
      </span>
      <span className="words">
        <span className="name">{label}</span>
        {(hint || disabledBecause) && (
          <small id={id} className="note">
            {disabledBecause ?? hint}
          </small>
        )}
      </span>
    </label>
  )
}

function Choices<Value extends string>({ look, ...group }: ChoicesProps<Value> & { readonly look: string }) {
  const shared = useId()
  return (
    <Field {...group} isGroup>
      {(control, labelId) => (
        <div
          className={look}
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          aria-invalid={control['aria-invalid']}
          aria-required={control['aria-required']}
          aria-disabled={control['aria-disabled']}
          aria-readonly={control.readOnly ? true : undefined}
          aria-busy={control['aria-busy']}
        >
          {group.choices.map((choice, index) => (
            <Option key={choice.value} choice={choice} group={group} shared={shared} isFirst={index === 0} />
          ))}
        </div>
      )}
    </Field>
  )
}

/** Radio buttons, as lines or as cards. */
export const RadioGroup = <Value extends string>({ isCards, ...props }: ChoicesProps<Value> & { readonly isCards?: boolean }) => (
  <Choices {...props} look={isCards ? 'radios cards' : 'radios'} />
)

/** Radio buttons as chips in a row, or as one segmented control. */
export const Chips = <Value extends string>({ isSegments, ...props }: ChoicesProps<Value> & { readonly isSegments?: boolean }) => (
  <Choices {...props} look={isSegments ? 'chips segments' : 'chips'} />
)
