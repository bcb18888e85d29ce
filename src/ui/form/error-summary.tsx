import { Plural, Trans } from '@lingui/react/macro'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { alert, check } from '../icon/icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './form.css'
import { useFaultText } from './fault-text.tsx'
import type { FieldFailure, FormState } from './use-form.ts'

addStyles(css)

interface LastFailures {
  readonly attempts: number
  readonly failures: readonly FieldFailure[]
}

/** Keeps listing the faults of the last attempt while the user fixes them, so that the page below does not move. */
function useLastFailures({ attempts, failures }: Pick<FormState, 'attempts' | 'failures'>): LastFailures {
  const [lastFailures, setLastFailures] = useState<LastFailures>({ attempts: 0, failures: [] })
  if (lastFailures.attempts === attempts) return lastFailures
  const next = { attempts, failures }
  setLastFailures(next)
  return next
}

function Line({ failure, now }: { readonly failure: FieldFailure; readonly now: FieldFailure | undefined }) {
  const textOf = useFaultText()
  const focusField = (event: MouseEvent) => {
    event.preventDefault()
    failure.focus()
  }
  return (
    <li className={now ? '' : 'mended'}>
      {!now && <Icon shape={check} />}
      <a href={`#${failure.name}`} onClick={focusField}>
        {failure.label}: {textOf((now ?? failure).fault)}
      </a>
    </li>
  )
}

const Heading = ({ count, text }: { count: number; text: ReactNode }) =>
  count === 0 ? text : <Plural value={count} one="Fix 1 field to continue" other="Fix # fields to continue" />

/** Lists why the form was not sent, with a link to each field. Takes the focus after a failed attempt. */
export function ErrorSummary({ form }: { readonly form: Pick<FormState, 'attempts' | 'failures' | 'failure'> }) {
  const lastFailures = useLastFailures(form)
  const node = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (lastFailures.attempts > 0) node.current?.focus()
  }, [lastFailures.attempts])
  if (lastFailures.attempts === 0) return null
  const unknown = <Trans>Upload failed for an unknown reason</Trans>
  const text = form.failure ? (form.failure.text ?? unknown) : undefined
  return (
    <section ref={node} className="summary" tabIndex={-1} aria-labelledby={id}>
      <Icon shape={alert} />
      <div className="grow">
        <p id={id} className="title">
          <Heading count={lastFailures.failures.length} text={text ?? <Trans>Try again</Trans>} />
        </p>
        {lastFailures.failures.length > 0 && text && <p>{text}</p>}
        {lastFailures.failures.length > 0 && (
          <ul>
            {lastFailures.failures.map((failure) => (
              <Line key={failure.name} failure={failure} now={form.failures.find(({ name }) => name === failure.name)} />
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
