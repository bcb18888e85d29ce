import { useEffect, useRef } from 'react'
import { takeStoredForm, watchForm } from '../../kit/session/stored-forms.ts'
import { currentUrl } from '../../kit/session/return-route.ts'
import { type FormOptions, type FormValues, useForm } from '../../ui/form/use-form.ts'

/** Whether a stored value has the type of the field's current value; an empty field accepts anything. */
const fits = (value: unknown, initialValue: unknown) =>
  initialValue === undefined ||
  initialValue === null ||
  value === null ||
  (typeof value === typeof initialValue && Array.isArray(value) === Array.isArray(initialValue))

/**
 * A form whose unsaved changes survive the end of the console's session: they return when the same user comes back.
 * Forms with the same fields at one address need different names.
 */
export function useStoredForm<Values extends FormValues>(options: FormOptions<Values>, name = Object.keys(options.initial).join(' ')) {
  const form = useForm(options)
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    const { values, set } = latest.current
    for (const [field, value] of Object.entries(takeStoredForm(currentUrl(), name) ?? {}))
      if (field in values && fits(value, values[field])) set(field, value as Values[string]) // same form and type
    return watchForm({ name, changes: () => latest.current.changes() })
  }, [name])
  return form
}
