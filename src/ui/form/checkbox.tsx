import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Icon } from '../icon/icon.tsx'
import { alert, check, lock } from '../icon/icons.ts'
import { minus } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './choices.css'
import { type FieldProps, RequiredMark } from './field.tsx'
import { useFaultText } from './fault-text.tsx'

addStyles(css)

interface CheckboxProps extends FieldProps<boolean> {
  /** Partly checked (indeterminate). */
  readonly isMixed?: boolean
  /** Read out before the label and not shown, such as the name of the row in a grid. */
  readonly context?: string
  /** Id of a text elsewhere on the page that says why the field is disabled, so that it is not repeated below. */
  readonly noteId?: string
}

interface TickProps extends CheckboxProps {
  readonly kind: 'checkbox' | 'switch'
  readonly mark: ReactNode
  readonly end?: ReactNode
}

/** Shared markup: a native input under a drawn box, the label next to it and a note below. */
function CheckboxBase(props: TickProps) {
  const {
    kind,
    mark,
    end,
    label,
    value,
    onChange,
    onLeave,
    fault,
    help,
    isRequired,
    disabledBecause,
    isReadonly,
    isBusy,
    name,
    controlRef,
    context,
    noteId,
  } = props
  const id = useId()
  const textOf = useFaultText()
  const isOff = disabledBecause !== undefined
  const note = fault ? textOf(fault) : ((noteId === undefined ? disabledBecause : undefined) ?? help)
  const describedBy = [note ? id : '', isOff ? (noteId ?? '') : ''].filter(Boolean).join(' ')
  return (
    <div className={`field tick ${fault ? 'is-bad' : ''} ${isOff ? 'is-off' : ''} ${isReadonly ? 'is-read' : ''}`}>
      <label className="choice">
        <span className={kind}>
          <input
            type="checkbox"
            role={kind === 'switch' ? 'switch' : undefined}
            ref={(node) => {
              if (node) node.indeterminate = props.isMixed ?? false
              controlRef?.(node)
            }}
            name={name}
            checked={value}
            aria-describedby={describedBy || undefined}
            aria-invalid={fault !== undefined}
            aria-required={kind === 'checkbox' && isRequired ? true : undefined}
            aria-disabled={isOff}
            aria-readonly={isReadonly ? true : undefined}
            aria-busy={isBusy}
            onChange={(event) => isOff || isReadonly || isBusy || onChange(event.currentTarget.checked)}
            onBlur={onLeave}
          />
          {mark}
        </span>
        <span className="name">
          {context !== undefined && <span className="unseen">{context}: </span>}
          {label}
          <RequiredMark isRequired={isRequired} />
        </span>
        {end}
      </label>
      {(note || isRequired) && (
        <p id={id} className={`note ${fault ? 'bad' : ''}`}>
          {(fault || isOff) && <Icon shape={fault ? alert : lock} />}
          <span>{note}</span>
        </p>
      )}
    </div>
  )
}

/** Checkbox with an optional indeterminate state. */
export const Checkbox = (props: CheckboxProps) => (
  <CheckboxBase {...props} kind="checkbox" mark={<Icon shape={props.isMixed ? minus : check} />} />
)

/** An on/off switch; takes effect immediately. */
export const Switch = (props: FieldProps<boolean>) => (
  <CheckboxBase
    {...props}
    kind="switch"
    mark={<span className="knob" aria-hidden="true" />}
    end={
      <span className="note" aria-hidden="true">
        {props.value ? <Trans>On</Trans> : <Trans>Off</Trans>}
      </span>
    }
  />
)
