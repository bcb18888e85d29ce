import type { ReactNode, SubmitEvent } from 'react'
import { Spinner } from '../button.tsx'
import { wear } from '../theme/styles.ts'
import { ErrorSummary } from './error-summary.tsx'
import css from './form.css'
import type { FormState } from './use-form.ts'

wear(css)

interface FormProps {
  readonly form: FormState
  /** What is filled in here, for those who hear it. */
  readonly label: string
  readonly children: ReactNode
}

/** Fields that are sent together; what keeps them from it stands above them. */
export function Form({ form, label, children }: FormProps) {
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (event.nativeEvent.submitter?.ariaDisabled !== 'true') void form.send()
  }
  return (
    <form className="form" noValidate aria-label={label} onSubmit={onSubmit}>
      <ErrorSummary form={form} />
      {children}
    </form>
  )
}

interface SubmitButtonProps {
  readonly form: Pick<FormState, 'isSending'>
  readonly disabledBecause?: string | undefined
  readonly children: ReactNode
}

/** Sends the form that it stands in. */
export function SubmitButton({ form, disabledBecause, children }: SubmitButtonProps) {
  const { isSending } = form
  return (
    <button
      type="submit"
      className="button primary"
      aria-disabled={isSending || disabledBecause !== undefined}
      aria-busy={isSending}
      title={disabledBecause}
    >
      {isSending && <Spinner />}
      {children}
    </button>
  )
}
