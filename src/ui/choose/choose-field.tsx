import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { chevronDown, cross } from '../icons.ts'
import { wear } from '../sheet.ts'
import css from './choose.css'
import { Place } from './place.tsx'

wear(css)

/** What every field that opens a menu takes. */
export interface ChooseFieldProps {
  readonly label: string
  /** The label stands elsewhere; it is heard here and not shown. */
  readonly isLabelHidden?: boolean
  readonly placeholder?: string
  /** What is wrong with what is chosen. */
  readonly error?: string | undefined
  readonly isRequired?: boolean
  readonly disabledBecause?: string | undefined
  /** More about it that stands elsewhere, by its id. */
  readonly describedBy?: string
  readonly portalId?: string | undefined
}

interface Opened {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly menuId: string
  /** What was typed to open it. */
  readonly typed: string
  readonly onClose: () => void
  /** Closes it and gives the field the focus back. */
  readonly onDone: () => void
}

interface FieldProps extends ChooseFieldProps {
  readonly value: ReactNode
  readonly title?: string | undefined
  readonly onClear: (() => void) | undefined
  readonly menu: (opened: Opened) => ReactNode
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** A closed field with its label, what is chosen, and what is wrong with it. */
export function ChooseField(props: FieldProps) {
  const { label, isLabelHidden, placeholder, error, isRequired, disabledBecause, describedBy, portalId, value, title, onClear, menu } =
    props
  const { t } = useLingui()
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState<string>()
  const isOpen = typed !== undefined
  const note = disabledBecause ?? error
  const isClearable = onClear !== undefined && disabledBecause === undefined
  const onClose = () => setTyped(undefined)
  const onDone = () => {
    onClose()
    anchor.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp' || isLetter(event)
    if (!opens || isOpen) return
    event.preventDefault()
    setTyped(isLetter(event) ? event.key : '')
  }
  return (
    <div className="choose">
      <span id={`${id}-label`} className={isLabelHidden ? 'unseen' : 'choose-label'}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </span>
      <div className={`choose-box${error ? ' wrong' : ''}${disabledBecause ? ' off' : ''}${isClearable ? ' clearable' : ''}`}>
        <button
          ref={anchor}
          type="button"
          role="combobox"
          className="choose-open"
          aria-labelledby={`${id}-label`}
          aria-describedby={[note && `${id}-note`, describedBy].filter(Boolean).join(' ') || undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-menu` : undefined}
          aria-disabled={disabledBecause !== undefined}
          aria-invalid={error !== undefined}
          aria-required={isRequired}
          title={disabledBecause ?? title}
          {...(disabledBecause === undefined && { onKeyDown, onClick: () => setTyped(isOpen ? undefined : '') })}
        >
          {value ?? <span className="choose-none">{placeholder ?? t`Choose`}</span>}
          <Icon shape={chevronDown} />
        </button>
        {isClearable && (
          <IconButton
            icon={cross}
            label={t`Clear ${label}`}
            onPress={() => {
              onClear()
              onDone()
            }}
          />
        )}
      </div>
      {note && (
        <small id={`${id}-note`} className={error && !disabledBecause ? 'choose-wrong' : 'choose-why'}>
          {note}
        </small>
      )}
      {isOpen && (
        <Place from={anchor} portalId={portalId}>
          {menu({ anchor, menuId: `${id}-menu`, typed, onClose, onDone })}
        </Place>
      )}
    </div>
  )
}
