import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, type LinkTarget } from '../navigation/link.tsx'
import { addStyles } from '../theme/styles.ts'
import css from './explanation.css'
import { Overlay } from './overlay.tsx'

addStyles(css)

export interface ExplainedLine {
  readonly label: string
  readonly value: ReactNode
}

export interface Explanation {
  /** Formula of the number, for example revenue / spend. */
  readonly formula?: string
  /** What the number means, in one sentence. */
  readonly meaning?: string | undefined
  /** The values in the formula. */
  readonly counts?: readonly ExplainedLine[]
  /** The active filters. */
  readonly filters?: readonly ExplainedLine[]
  /** Time zone of the days. */
  readonly zone?: string
  /** Link to the rows behind the number. */
  readonly rows?: LinkTarget
  /** Links to related pages. */
  readonly ways?: readonly { readonly label: string; readonly target: LinkTarget }[]
}

interface ExplainedProps {
  /** Name of the number. */
  readonly label: string
  readonly explanation: Explanation
  /** The formatted number. */
  readonly children: ReactNode
}

const Lines = ({ lines }: { readonly lines: readonly ExplainedLine[] }) =>
  lines.map(({ label, value }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ))

interface BodyProps extends Omit<ExplainedProps, 'children'> {
  /** Closes the popover and focuses the number, so that a dialog opened by the link returns the focus there. */
  readonly onLeave: () => void
}

function Body({ label, explanation, onLeave }: BodyProps) {
  const { formula, meaning, counts = [], filters = [], zone, rows, ways = [] } = explanation
  const closing = (target: LinkTarget): LinkTarget => ({
    ...target,
    onNavigate: () => {
      onLeave()
      target.onNavigate()
    },
  })
  const { t } = useLingui()
  return (
    <>
      <b>{label}</b>
      {formula && <p className="formula">{formula}</p>}
      {meaning && <p>{meaning}</p>}
      <dl>
        <Lines lines={counts} />
        {filters.length > 0 ? <Lines lines={filters} /> : <Lines lines={[{ label: t`Filters`, value: t`None` }]} />}
        {zone && <Lines lines={[{ label: t`Time zone`, value: zone }]} />}
      </dl>
      {rows && (
        <Link target={closing(rows)}>
          <Trans>View source rows</Trans>
        </Link>
      )}
      {ways.map(({ label: way, target }) => (
        <Link key={way} target={closing(target)}>
          {way}
        </Link>
      ))}
    </>
  )
}

/** Calls back when the focus leaves a node, because an open popover would cover the newly focused element. */
function useFocusLeave(node: RefObject<HTMLElement | null>, onLeave: () => void) {
  const latestOnLeave = useRef(onLeave)
  latestOnLeave.current = onLeave
  useEffect(() => {
    const unmounted = new AbortController()
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !node.current?.contains(relatedTarget)) latestOnLeave.current()
    }
    node.current?.addEventListener('focusout', onFocusOut, { signal: unmounted.signal })
    return () => unmounted.abort()
  }, [node])
}

/** A number with a popover that explains how it is calculated. */
export function ExplainedNumber({ label, explanation, children }: ExplainedProps) {
  const { t } = useLingui()
  const anchor = useRef<HTMLButtonElement>(null)
  const container = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
  const leave = () => {
    anchor.current?.focus()
    close()
  }
  useFocusLeave(container, close)
  return (
    <span ref={container}>
      <button type="button" ref={anchor} className="peek" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {children}
        <span className="unseen">{t`, explain calculation`}</span>
      </button>
      {isOpen && (
        <Overlay anchor={anchor} onClose={close} id={id} label={t`How ${label} is calculated`} className="explained">
          <Body label={label} explanation={explanation} onLeave={leave} />
        </Overlay>
      )}
    </span>
  )
}
