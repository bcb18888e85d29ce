import { useEffect, useRef } from 'react'
import { takeForm, watchForm } from '../../kit/session/stored-forms.ts'
import { thisUrl } from '../../kit/session/own-route.ts'
import { type FormOptions, type FormValues, useForm } from '../../ui/form/use-form.ts'

/** Whether a value may stand where another one stood: what nothing said before may be anything. */
const fits = (value: unknown, before: unknown) =>
  before === undefined ||
  before === null ||
  value === null ||
  (typeof value === typeof before && Array.isArray(value) === Array.isArray(before))

/**
 * A form whose unsent changes outlive the console's session: they are back when the same person comes to it again.
 * Forms with the same fields at one address need names of their own.
 */
export function useKeptForm<Values extends FormValues>(options: FormOptions<Values>, name = Object.keys(options.initial).join(' ')) {
  const form = useForm(options)
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    const { values, set } = latest.current
    for (const [field, value] of Object.entries(takeForm(thisUrl(), name) ?? {}))
      if (field in values && fits(value, values[field])) set(field, value as Values[string]) // of the same form, and of the same kind
    return watchForm({ name, changes: () => latest.current.changes() })
  }, [name])
  return form
}
