import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { InputBox, Field, type FieldProps } from './field.tsx'
import { useMergedRef } from './use-merged-ref.ts'
import { useDecimal } from './use-decimal.ts'

export interface NumberFieldProps extends FieldProps<string> {
  /** Maximum number of decimal places; 0 for a whole number. */
  readonly digits?: number
  readonly mayBeNegative?: boolean
  /** Shown after the number, for example % or days. */
  readonly unit?: ReactNode
}

/** A number. The value is a decimal string; the text is in the locale's format. */
export function NumberField(props: NumberFieldProps) {
  const { digits = 0, mayBeNegative = false, unit, controlRef } = props
  const { locale } = useLingui().i18n
  const rules = { locale, digits, mayBeNegative, noFraction: { code: 'whole' }, otherKey: { code: 'only_numbers' } } as const
  const { input, notice } = useDecimal({ ...props, rules })
  const ref = useMergedRef(input.ref, controlRef)
  // A phone's numeric keypad has no minus key.
  const inputMode = mayBeNegative ? 'text' : digits === 0 ? 'numeric' : 'decimal'
  return (
    <Field {...props} notice={notice}>
      {(control) => (
        <InputBox after={unit} isBusy={props.isBusy}>
          <input {...control} {...input} ref={ref} type="text" inputMode={inputMode} autoComplete="off" />
        </InputBox>
      )}
    </Field>
  )
}
