import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon/icon.tsx'
import { InputBox, Field, type FieldProps } from '../form/field.tsx'
import { useMergedRef } from '../form/use-merged-ref.ts'
import { chevronDown } from '../icon/icons.ts'
import { cross } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './select.css'
import { createPortal } from 'react-dom'

addStyles(css)

interface PortalProps {
  readonly from: RefObject<HTMLElement | null>
  /** Id of an element in the same root that the menu is rendered into. */
  readonly portalId?: string | undefined
  readonly children: ReactNode
}

function elementIn(node: Node | null, id: string) {
  const root = node?.getRootNode()
  return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null
}

/** Renders the menu in place, or into the portal element of the screen. */
function MenuPortal({ from, portalId, children }: PortalProps) {
  const [portal] = useState(() => (portalId === undefined ? null : elementIn(from.current, portalId)))
  const isMissing = portalId !== undefined && portal === null
  useEffect(() => {
    if (isMissing) console.error(`The select portal element “${portalId}” is missing; the menu is rendered in place.`)
  }, [isMissing, portalId])
  return portal ? createPortal(children, portal) : children
}

/** Props of every field that opens an option menu. */
export interface SelectFieldProps<Value> extends FieldProps<Value> {
  /** The label is for screen readers only, because the page shows it elsewhere. */
  readonly isLabelHidden?: boolean
  readonly placeholder?: string
  /** Id of an element that describes the field further. */
  readonly describedBy?: string
  readonly portalId?: string | undefined
}

interface OpenMenuProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly menuId: string
  /** The typed text that opened the menu. */
  readonly typed: string
  readonly onClose: () => void
  /** Closes the menu and returns the focus to the field. */
  readonly onDone: () => void
}

interface FrameProps extends Omit<SelectFieldProps<unknown>, 'value' | 'onChange'> {
  /** Text of the selected value; undefined if nothing is selected. */
  readonly shown: ReactNode
  readonly onClear: (() => void) | undefined
  readonly menu: (opened: OpenMenuProps) => ReactNode
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** A field that shows the selected value and opens the menu. */
export function SelectField(props: FrameProps) {
  const { label, placeholder, disabledBecause, describedBy, portalId, shown, onClear, onLeave, controlRef, menu } = props
  const { t } = useLingui()
  const menuId = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const ref = useMergedRef(anchor, controlRef)
  const [typed, setTyped] = useState<string>()
  const isOpen = typed !== undefined
  const isFixed = disabledBecause !== undefined || props.isReadonly === true || props.isBusy === true
  const isClearable = onClear !== undefined && !isFixed
  const onClose = () => {
    setTyped(undefined)
    onLeave?.()
  }
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
  const opening = isFixed ? {} : { onKeyDown, onClick: () => (isOpen ? onClose() : setTyped('')) }
  return (
    <div className="choose">
      <Field {...props}>
        {({ readOnly: _, ...control }, labelId) => (
          <InputBox isBusy={props.isBusy} className={`choose-box ${isClearable ? 'clearable' : ''}`}>
            <button
              {...control}
              ref={ref}
              type="button"
              role="combobox"
              className="choose-open"
              aria-labelledby={labelId}
              aria-describedby={[control['aria-describedby'], describedBy].filter(Boolean).join(' ')}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              aria-controls={isOpen ? menuId : undefined}
              onBlur={() => isOpen || onLeave?.()}
              {...opening}
            >
              {shown ?? <span className="choose-none">{placeholder ?? t`Choose`}</span>}
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
          </InputBox>
        )}
      </Field>
      {isOpen && (
        <MenuPortal from={anchor} portalId={portalId}>
          {menu({ anchor, menuId, typed, onClose, onDone })}
        </MenuPortal>
      )}
    </div>
  )
}
