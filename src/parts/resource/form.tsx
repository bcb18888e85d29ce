import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Modal, type ModalProps } from '../../ui/dialog/modal.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { isSame } from '../../ui/form/is-same.ts'
import type { FormRules, FormValues, useForm } from '../../ui/form/use-form.ts'
import { type RejectionTexts, useRejection } from './form-rejection.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { useRebase } from './rebase.tsx'
import { useStoredForm } from './stored-form.ts'

export type FormOf<Values extends FormValues> = ReturnType<typeof useForm<Values>>

/** Values of a record and the version that they belong to. */
export interface Versioned<Values> {
  readonly values: Values
  readonly version: number
}

/** What a form saves. */
export interface Save<Values> {
  /** The changed fields only, so that newer values of the others are not overwritten. */
  readonly changes: Partial<Values>
  /** The version to send as If-Match; 0 for a new record. */
  readonly version: number
}

export interface ResourceFormOptions<Values extends FormValues> {
  /** Name of the unsaved input that is kept when the session ends; different for each form of a page. */
  readonly name: string
  /** The saved values, or the first ones of a new record. */
  readonly initial: Values
  /** Version of the saved values. A newer one replaces the fields that the user has not changed. */
  readonly version?: number
  readonly rules?: FormRules<Values>
  /** Asks before the values are saved; false saves nothing and keeps the input. */
  readonly confirm?: (values: Values) => Promise<boolean>
  /** Sends the values; its response may contain the new version. */
  readonly save: (values: Values, how: Save<Values>) => Promise<unknown>
  /**
   * Reads the newest version after a conflict. The form then asks whether to apply the changes to it.
   * Without it, the form shows the conflict, and the next attempt applies the changes to the version that has arrived since.
   */
  readonly latest?: () => Promise<Versioned<Values>>
  /** Texts for rejected fields and requests. */
  readonly texts?: RejectionTexts
  /** Called after the values are saved. */
  readonly done?: (values: Values, form: FormOf<Values>) => void
}

const versionIn = (saved: unknown) =>
  typeof saved === 'object' && saved !== null && 'version' in saved && typeof saved.version === 'number' ? saved.version : 0

/** A form that keeps unsaved input, shows rejected fields and handles conflicts. Render `question`. */
export function useResourceForm<Values extends FormValues>(options: ResourceFormOptions<Values>) {
  const { name, initial, version = 0, rules, confirm, save, latest, texts, done } = options
  const rejection = useRejection(texts)
  const { rebase, question } = useRebase()
  /** The version that the form shows. */
  const loaded = useRef<Versioned<Values>>({ values: initial, version })
  /** The version that the last save has made; the record may still be on its way. */
  const saved = useRef(0)
  const send = (values: Values) => {
    const changes = form.changes() as Partial<Values> // the form's own fields
    const shownVersion = { ...loaded.current, version: Math.max(loaded.current.version, saved.current) }
    if (!latest) return save(values, { changes, version: shownVersion.version })
    return rebase({
      seen: shownVersion,
      save: (base) => save(base === shownVersion ? values : { ...base.values, ...changes }, { changes, version: base.version }),
      read: latest,
      differences: (before, now) => form.labelsOf(Object.keys(initial).filter((field) => !isSame(before.values[field], now.values[field]))),
    })
  }
  const submit = rejection(async (values: Values) => {
    saved.current = versionIn(await send(values))
  })
  const form = useStoredForm<Values>(
    {
      initial,
      ...(rules && { rules }),
      submit: async (values: Values) => {
        if (confirm && !(await confirm(values))) return { fields: [] }
        return submit(values)
      },
      ...(done && { done: (values: Values) => done(values, form) }),
    },
    name,
  )
  const { isDirty, isSending, rebase: takeOver, reset } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version counts, not a new object with the same values
  useEffect(() => {
    // With `latest` the user decides about the newer version when they save.
    if (loaded.current.version === version || isSending || (isDirty && latest)) return
    loaded.current = { values: initial, version }
    if (isDirty) takeOver(initial)
    else reset(initial)
  }, [version, isDirty, isSending])
  return { form, question }
}

interface ResourceFormProps<Values extends FormValues> extends ResourceFormOptions<Values> {
  /** Accessible name. */
  readonly label: string
  /** Label of the submit button. */
  readonly submit: ReactNode | ((form: FormOf<Values>) => ReactNode)
  readonly isReadonly?: boolean
  /** Why nothing can be saved. */
  readonly disabledBecause?: string | undefined | ((form: FormOf<Values>) => string | undefined)
  /** The submit button is enabled before anything has changed, as in a form that creates a record. */
  readonly savesUnchanged?: boolean
  /** Labels of what leaving the page would lose, if that is not the changed fields. */
  readonly lossesOf?: (form: FormOf<Values>) => readonly string[]
  /** More buttons in the row of the submit button. */
  readonly actions?: (form: FormOf<Values>) => ReactNode
  /** Shown next to the form, such as a preview of its values. */
  readonly aside?: (form: FormOf<Values>) => ReactNode
  /** The fields. */
  readonly children: (form: FormOf<Values>) => ReactNode
}

/** A form with submit and discard, which asks before the page is left with unsaved changes. */
export function ResourceForm<Values extends FormValues>(props: ResourceFormProps<Values>) {
  const {
    label,
    submit,
    isReadonly = false,
    disabledBecause,
    savesUnchanged = false,
    lossesOf,
    actions,
    aside,
    children,
    ...options
  } = props
  const { t } = useLingui()
  const { form, question } = useResourceForm(options)
  const losses = lossesOf ? lossesOf(form) : form.changed
  const guard = useLeaveGuard(losses.length > 0, { losses })
  const unchanged = savesUnchanged || form.isDirty ? undefined : t`No changes to save`
  const reason = typeof disabledBecause === 'function' ? disabledBecause(form) : disabledBecause
  return (
    <>
      {guard}
      {question}
      <Form form={form} label={label}>
        {children(form)}
        {!isReadonly && (
          <div className="row">
            <SubmitButton form={form} disabledBecause={reason ?? unchanged}>
              {typeof submit === 'function' ? submit(form) : submit}
            </SubmitButton>
            {form.isDirty && options.version !== undefined && (
              <Button onPress={() => form.reset(options.initial)}>
                <Trans>Discard changes</Trans>
              </Button>
            )}
            {actions?.(form)}
          </div>
        )}
      </Form>
      {aside?.(form)}
    </>
  )
}

interface ResourceFormDialogProps<Values extends FormValues>
  extends ResourceFormOptions<Values>,
    Pick<ModalProps, 'heading' | 'note' | 'size' | 'footnote' | 'onClose'> {
  /** Accessible name of the form. */
  readonly label: string
  /** Label of the submit button. */
  readonly submit: ReactNode
  readonly does?: 'continue' | 'delete'
  /** Why nothing can be saved. */
  readonly disabledBecause?: (form: FormOf<Values>) => string | undefined
  readonly children: (form: FormOf<Values>) => ReactNode
}

/** A dialog with a form; it closes when the form is saved, unless `done` does something else. */
export function ResourceFormDialog<Values extends FormValues>(props: ResourceFormDialogProps<Values>) {
  const { heading, note, size, footnote, onClose, label, submit, does = 'continue', disabledBecause, children, ...options } = props
  const { form, question } = useResourceForm({ ...options, done: options.done ?? onClose })
  return (
    <Modal
      heading={heading}
      note={note}
      {...(size && { size })}
      isBusy={form.isSending}
      onClose={onClose}
      actions={[
        { does: 'cancel', onPress: onClose },
        { does, label: submit, disabledBecause: disabledBecause?.(form), onPress: () => void form.send() },
      ]}
      footnote={footnote}
    >
      {question}
      <Form form={form} label={label}>
        {children(form)}
      </Form>
    </Modal>
  )
}
