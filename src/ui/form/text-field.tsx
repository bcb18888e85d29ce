import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from 'react'
import { InputBox, Field, type FieldProps } from './field.tsx'
import { useLingui } from '@lingui/react'
import { charactersIn, keywordsIn, wordsIn } from '../../contract/fields/fields.rules.ts'
import { charactersLeft, faultText, wordsLeft } from './fault-text.tsx'

/** Limits of a text; the same numbers as in its validation rules. */
interface Limits {
  readonly maxLength?: number | undefined
  readonly maxWords?: number | undefined
  readonly maxKeywordLength?: number | undefined
}

/** Remaining characters or words, or an error when the text is too long. */
function useCounter(value: string, { maxLength, maxWords, maxKeywordLength }: Limits): ReactNode {
  const { i18n } = useLingui()
  const bad = (text: string) => <span className="bad">{text}</span>
  if (maxKeywordLength !== undefined && keywordsIn(value).some((keyword) => charactersIn(keyword) > maxKeywordLength))
    return bad(faultText({ code: 'keyword_length', max: maxKeywordLength }, i18n))
  if (maxWords !== undefined) {
    const remaining = maxWords - wordsIn(value)
    return remaining < 0 ? bad(faultText({ code: 'max_words', max: maxWords, over: -remaining }, i18n)) : wordsLeft(remaining, i18n)
  }
  if (maxLength === undefined) return undefined
  const remaining = maxLength - charactersIn(value)
  return remaining < 0 ? bad(faultText({ code: 'max_length', max: maxLength, over: -remaining }, i18n)) : charactersLeft(remaining, i18n)
}

export interface TextFieldProps extends FieldProps<string>, Limits {
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly placeholder?: string | undefined
  readonly before?: ReactNode
  readonly after?: ReactNode
  /** Normalizes the text on blur, for example trims it. */
  readonly tidy?: (text: string) => string
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, onLeave, controlRef, type = 'text', inputMode, autoComplete = 'off', placeholder, before, after, tidy } = props
  const count = useCounter(value, props)
  const onBlur = () => {
    const tidied = tidy?.(value) ?? value
    if (tidied !== value) onChange(tidied)
    onLeave?.()
  }
  return (
    <Field {...props} count={count}>
      {(control) => (
        <InputBox before={before} after={after} isBusy={props.isBusy}>
          <input
            {...control}
            ref={controlRef}
            type={type}
            inputMode={inputMode}
            autoComplete={autoComplete}
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
        </InputBox>
      )}
    </Field>
  )
}

/** A textarea that grows with its text. */
export function TextArea(props: FieldProps<string> & Limits & { readonly rows?: number; readonly placeholder?: string }) {
  const { value, onChange, onLeave, controlRef, rows = 3, placeholder } = props
  const count = useCounter(value, props)
  return (
    <Field {...props} count={count}>
      {(control) => (
        <InputBox isBusy={props.isBusy} className="lines">
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
        </InputBox>
      )}
    </Field>
  )
}
