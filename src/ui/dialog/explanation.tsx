import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, type LinkTarget } from '../navigation/link.tsx'
import { wear } from '../theme/styles.ts'
import css from './explanation.css'
import { Float } from './float.tsx'

wear(css)

/** One line of an explanation. */
export interface ExplainedLine {
  readonly label: string
  readonly value: ReactNode
}

export interface Explanation {
  /** How it is worked out, such as revenue / spend. */
  readonly formula?: string
  /** What it says, in a sentence. */
  readonly meaning?: string | undefined
  /** What went into it. */
  readonly counts?: readonly ExplainedLine[]
  /** What was left out. */
  readonly filters?: readonly ExplainedLine[]
  /** Whose days these are. */
  readonly zone?: string
  /** The rows behind it. */
  readonly rows?: LinkTarget
  /** Where else it can be looked into. */
  readonly ways?: readonly { readonly label: string; readonly target: LinkTarget }[]
}

interface ExplainedProps {
  /** What is explained. */
  readonly label: string
  readonly explanation: Explanation
  /** The number itself. */
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
  /** Back to the number, where whatever is opened next finds its way back to. */
  readonly onLeave: () => void
}

function Body({ label, explanation, onLeave }: BodyProps) {
  const { formula, meaning, counts = [], filters = [], zone, rows, ways = [] } = explanation
  const leaving = (target: LinkTarget): LinkTarget => ({
    ...target,
    onGo: () => {
      onLeave()
      target.onGo()
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
        <Link target={leaving(rows)}>
          <Trans>Show the rows behind it</Trans>
        </Link>
      )}
      {ways.map(({ label: way, target }) => (
        <Link key={way} target={leaving(target)}>
          {way}
        </Link>
      ))}
    </>
  )
}

/** Calls back when the focus leaves a node; what stays open behind it would hide where one is. */
function useLeaving(node: RefObject<HTMLElement | null>, onLeave: () => void) {
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    const leaving = new AbortController()
    const hear = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !node.current?.contains(relatedTarget)) leave.current()
    }
    node.current?.addEventListener('focusout', hear, { signal: leaving.signal })
    return () => leaving.abort()
  }, [node])
}

/** A number that says what it is made of when it is asked. */
export function Explained({ label, explanation, children }: ExplainedProps) {
  const { t } = useLingui()
  const [anchor, place] = [useRef<HTMLButtonElement>(null), useRef<HTMLSpanElement>(null)]
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
  const leave = () => {
    anchor.current?.focus()
    close()
  }
  useLeaving(place, close)
  return (
    <span ref={place}>
      <button type="button" ref={anchor} className="peek" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {children}
        <span className="unseen">{t`, explain`}</span>
      </button>
      {isOpen && (
        <Float anchor={anchor} onClose={close} id={id} label={t`What ${label} is made of`} className="explained">
          <Body label={label} explanation={explanation} onLeave={leave} />
        </Float>
      )}
    </span>
  )
}
