import { type ReactNode, useId } from 'react'
import type { FieldFault } from '../../contract/fields/faults.ts'
import { Icon } from '../icon/icon.tsx'
import { alert, lock, reload } from '../icon/icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './field.css'
import { useFaultText } from './fault-text.tsx'

addStyles(css)

/** Props of every field. */
export interface FieldProps<Value> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Called on blur. */
  readonly onLeave?: (() => void) | undefined
  readonly fault?: FieldFault | undefined
  readonly help?: ReactNode
  readonly isRequired?: boolean | undefined
  /** The reason why the field is disabled. */
  readonly disabledBecause?: string | undefined
  readonly isReadonly?: boolean | undefined
  readonly isBusy?: boolean | undefined
  readonly name?: string | undefined
  /** Receives the element that takes the focus for this field. */
  readonly controlRef?: ((node: HTMLElement | null) => void) | undefined
}

/** Attributes for the control inside a field, so that label, help and error belong to it. */
export interface ControlProps {
  readonly id: string
  readonly name?: string
  readonly readOnly: boolean
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
  readonly 'aria-required': boolean
  readonly 'aria-disabled': boolean
  readonly 'aria-busy': boolean
}

interface FrameProps extends Omit<FieldProps<unknown>, 'value' | 'onChange' | 'onLeave' | 'controlRef'> {
  /** The reason why the last key was rejected. */
  readonly notice?: FieldFault | undefined
  /** Content at the end of the note line, for example a counter. */
  readonly count?: ReactNode
  /** The field contains several controls that share one label. */
  readonly isGroup?: boolean
  /** The label is for screen readers only, because the page shows it elsewhere. */
  readonly isLabelHidden?: boolean | undefined
  readonly className?: string
  readonly children: (control: ControlProps, labelId: string) => ReactNode
}

function Note({
  id,
  fault,
  notice,
  help,
  disabledBecause,
}: Pick<FrameProps, 'fault' | 'notice' | 'help' | 'disabledBecause'> & { id: string }) {
  const textOf = useFaultText()
  const message = notice ?? fault
  if (message)
    return (
      <p id={id} className="note bad">
        <Icon shape={alert} />
        <span>{textOf(message)}</span>
      </p>
    )
  return (
    <p id={id} className="note">
      {disabledBecause !== undefined && <Icon shape={lock} />}
      <span>{disabledBecause ?? help}</span>
    </p>
  )
}

/** The asterisk after a required label. Hidden from screen readers, which read aria-required. */
export const RequiredMark = ({ isRequired }: { isRequired?: boolean | undefined }) =>
  isRequired ? (
    <span className="star" aria-hidden="true">
      *
    </span>
  ) : null

/** Label, control, and a line below for help, the error or the disabled reason. */
export function Field(props: FrameProps) {
  const { label, fault, notice, isRequired = false, disabledBecause, isReadonly = false, isBusy = false, name, count, children } = props
  const id = useId()
  const textOf = useFaultText()
  const isOff = disabledBecause !== undefined
  const control: ControlProps = {
    id,
    ...(name && { name }),
    readOnly: isReadonly || isOff,
    'aria-describedby': count ? `${id}-note ${id}-count` : `${id}-note`,
    'aria-invalid': fault !== undefined,
    'aria-required': isRequired,
    'aria-disabled': isOff,
    'aria-busy': isBusy,
  }
  const state = `${fault ? 'is-bad' : ''} ${isOff ? 'is-off' : ''} ${isReadonly ? 'is-read' : ''}`
  const Name = props.isGroup ? 'span' : 'label'
  return (
    <div className={`field ${state} ${props.className ?? ''}`}>
      <Name className={props.isLabelHidden ? 'unseen' : 'name'} id={`${id}-name`} {...(!props.isGroup && { htmlFor: id })}>
        {label}
        <RequiredMark isRequired={isRequired} />
      </Name>
      {children(control, `${id}-name`)}
      <div className="under">
        <Note {...props} id={`${id}-note`} />
        {count && (
          <span className="count" id={`${id}-count`}>
            {count}
          </span>
        )}
      </div>
      <span className="unseen" role="status">
        {notice && textOf(notice)}
      </span>
    </div>
  )
}

interface BoxProps {
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly isBusy?: boolean | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** Border around an input, with content before and after it. */
export const InputBox = ({ before, after, isBusy, className = '', children }: BoxProps) => (
  <div className={`box ${className}`}>
    {before && <span className="affix">{before}</span>}
    {children}
    {after && <span className="affix">{after}</span>}
    {isBusy && <Icon shape={reload} className="spin" />}
  </div>
)
