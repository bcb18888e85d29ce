import type { ReactNode, SubmitEvent } from 'react'
import { Spinner } from '../button.tsx'
import { addStyles } from '../theme/styles.ts'
import { ErrorSummary } from './error-summary.tsx'
import css from './form.css'
import type { FormState } from './use-form.ts'
import { describedTooltip } from '../dialog/tooltip-text.ts'

addStyles(css)

interface FormProps {
  readonly form: FormState
  /** Accessible name of the form. */
  readonly label: string
  readonly children: ReactNode
}

/** A form with an error summary above its fields. */
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

/** Submit button of the surrounding form. */
export function SubmitButton({ form, disabledBecause, children }: SubmitButtonProps) {
  const { isSending } = form
  return (
    <button
      type="submit"
      className="button primary"
      aria-disabled={isSending || disabledBecause !== undefined}
      aria-busy={isSending}
      {...describedTooltip(disabledBecause)}
    >
      {isSending && <Spinner />}
      {children}
    </button>
  )
}
