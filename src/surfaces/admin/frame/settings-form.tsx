import { type ReactNode, useRef } from 'react'
import { type FormOf, type ResourceFormOptions, useResourceForm } from '../../../parts/resource/form.tsx'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { Form } from '../../../ui/form/form.tsx'
import type { FormValues } from '../../../ui/form/use-form.ts'
import { missingValue } from '../../../ui/format/format.ts'
import { useUnsavedPart } from './unsaved.tsx'

interface SettingsFormProps<Values extends FormValues> extends ResourceFormOptions<Values> {
  /** Accessible name, and the name in the bar of unsaved changes. */
  readonly label: string
  /** A value as the review shows it; by default as it is. */
  readonly textOf?: (field: keyof Values & string, value: unknown) => string
  /** Why nothing can be saved. */
  readonly disabledBecause?: (form: FormOf<Values>) => string | undefined
  /** The fields. */
  readonly children: (form: FormOf<Values>) => ReactNode
}

const plainText = (_: string, value: unknown) => (value === null || value === undefined || value === '' ? missingValue : String(value))

/** A form of the administration: the bar of unsaved changes saves and discards it, together with the other forms of the screen. */
export function SettingsForm<Values extends FormValues>(props: SettingsFormProps<Values>) {
  const { label, textOf = plainText, disabledBecause, children, save, ...options } = props
  const isSaved = useRef(false)
  const { form, question } = useResourceForm<Values>({
    ...options,
    save: async (values, how) => {
      const saved = await save(values, how)
      isSaved.current = true
      return saved
    },
  })
  useUnsavedPart({
    id: options.name,
    label,
    rows: Object.keys(form.changes()).map((field) => ({
      field,
      label: form.labelsOf([field])[0] ?? field,
      before: textOf(field, form.base[field]),
      after: textOf(field, form.values[field]),
    })),
    disabledBecause: disabledBecause?.(form),
    save: async () => {
      isSaved.current = false
      await form.send()
      return isSaved.current
    },
    discard: () => form.reset(),
  })
  const guard = useLeaveGuard(form.isDirty, { losses: form.changed })
  return (
    <>
      {guard}
      {question}
      <Form form={form} label={label}>
        {children(form)}
      </Form>
    </>
  )
}
