import { useLingui } from '@lingui/react/macro'
import { is } from 'superstruct'
import { Colour } from '../../../../contract/clients/themes.ts'
import type { FieldProps } from '../../../../ui/form/field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'

/** A colour as six hexadecimal digits, with the browser’s colour picker. */
export function ColourField(props: FieldProps<string>) {
  const { t } = useLingui()
  const { label, value, onChange, isReadonly = false } = props
  const picker = (
    <input
      type="color"
      className="theme-picker"
      aria-label={t`Pick: ${label}`}
      // The picker needs a colour even while the text is none.
      value={is(value, Colour) ? value : undefined}
      disabled={isReadonly}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  return <TextField {...props} before={picker} tidy={(text) => text.trim().toLowerCase()} />
}
