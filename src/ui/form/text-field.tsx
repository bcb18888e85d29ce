import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from 'react'
import { Box, Field, type FieldProps } from './field.tsx'
import { type Limits, useCounter } from './use-counter.tsx'

export interface TextFieldProps extends FieldProps<string>, Limits {
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly placeholder?: string | undefined
  readonly before?: ReactNode
  readonly after?: ReactNode
  /** Takes what is wrong only in form, such as a space at the end, when one leaves. */
  readonly tidy?: (text: string) => string
}

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, onLeave, controlRef, type = 'text', inputMode, autoComplete = 'off', placeholder, before, after, tidy } = props
  const count = useCounter(value, props)
  const leave = () => {
    const tidied = tidy?.(value) ?? value
    if (tidied !== value) onChange(tidied)
    onLeave?.()
  }
  return (
    <Field {...props} count={count}>
      {(control) => (
        <Box before={before} after={after} isBusy={props.isBusy}>
          <input
            {...control}
            ref={controlRef}
            type={type}
            inputMode={inputMode}
            autoComplete={autoComplete}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={leave}
          />
        </Box>
      )}
    </Field>
  )
}

/** Several lines of text; it grows with them. */
export function TextArea(props: FieldProps<string> & Limits & { readonly rows?: number; readonly placeholder?: string }) {
  const { value, onChange, onLeave, controlRef, rows = 3, placeholder } = props
  const count = useCounter(value, props)
  return (
    <Field {...props} count={count}>
      {(control) => (
        <Box isBusy={props.isBusy} className="lines">
          <textarea
            {...control}
            ref={controlRef}
            rows={rows}
            style={{ minHeight: `calc(var(--ad-lh-m) * ${rows} + var(--ad-2))` }}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onLeave}
          />
        </Box>
      )}
    </Field>
  )
}
