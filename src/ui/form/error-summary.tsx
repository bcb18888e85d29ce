import { Plural, Trans } from '@lingui/react/macro'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { alert } from '../icon/icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './form.css'
import { useFaultText } from './fault-text.tsx'
import type { FieldFailure, FormState } from './use-form.ts'

addStyles(css)

interface LastFailures {
  readonly attempts: number
  readonly failures: readonly FieldFailure[]
}

/** The faults of the last attempt; each is listed until it is fixed. */
function useLastFailures({ attempts, failures }: Pick<FormState, 'attempts' | 'failures'>): LastFailures {
  const [lastFailures, setLastFailures] = useState<LastFailures>({ attempts: 0, failures: [] })
  if (lastFailures.attempts === attempts) return lastFailures
  const next = { attempts, failures }
  setLastFailures(next)
  return next
}

function Line({ failure }: { readonly failure: FieldFailure }) {
  const textOf = useFaultText()
  const focusField = (event: MouseEvent) => {
    event.preventDefault()
    failure.focus()
  }
  return (
    <li>
      <a href={`#${failure.name}`} onClick={focusField}>
        {failure.label}: {textOf(failure.fault)}
      </a>
    </li>
  )
}

const Heading = ({ count, text }: { count: number; text: ReactNode }) =>
  count === 0 ? text : <Plural value={count} one="Fix 1 field to continue" other="Fix # fields to continue" />

/**
 * Lists why the form was not sent, with a link to each field. Takes the focus after a failed attempt. A single field takes it
 * itself and needs no summary, unless the field is hidden.
 */
export function ErrorSummary({ form }: { readonly form: Pick<FormState, 'attempts' | 'failures' | 'failure'> }) {
  const lastFailures = useLastFailures(form)
  const node = useRef<HTMLDivElement>(null)
  const id = useId()
  const onlyFailure = lastFailures.failures.length === 1 ? lastFailures.failures[0] : undefined
  const onlyField = !form.failure && onlyFailure?.isShown ? onlyFailure : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an attempt moves the focus
  useEffect(() => {
    if (lastFailures.attempts === 0) return
    if (onlyField) onlyField.focus()
    else node.current?.focus()
  }, [lastFailures.attempts])
  const wasListed = (failure: FieldFailure) => lastFailures.failures.some(({ name }) => name === failure.name)
  const left = form.failures.filter(wasListed)
  const isFixed = lastFailures.failures.length > 0 && left.length === 0
  if (lastFailures.attempts === 0 || onlyField || (isFixed && !form.failure)) return null
  const unknown = <Trans>Upload failed for an unknown reason</Trans>
  const text = form.failure ? (form.failure.text ?? unknown) : undefined
  return (
    <section ref={node} className="summary" tabIndex={-1} aria-labelledby={id}>
      <Icon shape={alert} />
      <div className="grow">
        <p id={id} className="title">
          <Heading count={left.length} text={text ?? <Trans>Try again</Trans>} />
        </p>
        {left.length > 0 && text && <p>{text}</p>}
        {left.length > 0 && (
          <ul>
            {left.map((failure) => (
              <Line key={failure.name} failure={failure} />
            ))}
          </ul>
        )}
        <p className="quiet">
          <Trans>Your entries are still here.</Trans>
        </p>
      </div>
    </section>
  )
}
