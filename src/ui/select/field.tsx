import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon/icon.tsx'
import { Box, Field, type FieldProps } from '../form/field.tsx'
import { useBoth } from '../form/use-both.ts'
import { chevronDown } from '../icon/icons.ts'
import { cross } from '../icon/more-icons.ts'
import { wear } from '../theme/styles.ts'
import css from './select.css'
import { createPortal } from 'react-dom'

wear(css)

interface PlaceProps {
  readonly from: RefObject<HTMLElement | null>
  /** The id of another place in the same root where the menu shall stand. */
  readonly portalId?: string | undefined
  readonly children: ReactNode
}

function elementIn(node: Node | null, id: string) {
  const root = node?.getRootNode()
  return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null
}

/** Where a menu stands in the page: right here, or in another place that the screen keeps for menus. */
function Place({ from, portalId, children }: PlaceProps) {
  const [portal] = useState(() => (portalId === undefined ? null : elementIn(from.current, portalId)))
  const isMissing = portalId !== undefined && portal === null
  useEffect(() => {
    if (isMissing) console.error(`The select portal element “${portalId}” is missing; the menu stands in its own place.`)
  }, [isMissing, portalId])
  return portal ? createPortal(children, portal) : children
}

/** What every field that opens a menu takes. */
export interface ChooseFieldProps<Value> extends FieldProps<Value> {
  /** The label stands elsewhere; it is heard here and not shown. */
  readonly isLabelHidden?: boolean
  readonly placeholder?: string
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

interface FrameProps extends Omit<ChooseFieldProps<unknown>, 'value' | 'onChange'> {
  /** What is chosen, as it is read; nothing where nothing is. */
  readonly shown: ReactNode
  readonly title?: string | undefined
  readonly onClear: (() => void) | undefined
  readonly menu: (opened: Opened) => ReactNode
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** What is chosen, and the way to the menu. */
export function ChooseField(props: FrameProps) {
  const { label, placeholder, disabledBecause, describedBy, portalId, shown, title, onClear, onLeave, controlRef, menu } = props
  const { t } = useLingui()
  const menuId = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const ref = useBoth(anchor, controlRef)
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
          <Box isBusy={props.isBusy} className={`choose-box ${isClearable ? 'clearable' : ''}`}>
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
              title={disabledBecause ?? title}
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
          </Box>
        )}
      </Field>
      {isOpen && (
        <Place from={anchor} portalId={portalId}>
          {menu({ anchor, menuId, typed, onClose, onDone })}
        </Place>
      )}
    </div>
  )
}
