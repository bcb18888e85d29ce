import { useRef, useState } from 'react'
import { type FieldFault, type FieldRule, firstFault } from '../../contract/fields/faults.ts'
import { required } from '../../contract/fields/fields.rules.ts'
import { isSame } from './is-same.ts'
import { pageOrder } from './page-order.ts'
import { type Rejection, useSubmission } from './use-submission.ts'

/** Values by field name. */
export type FormValues = Readonly<Record<string, unknown>>
/** Validation rules by field. The first rule that fails gives the message. */
export type FormRules<Values> = { readonly [Name in keyof Values]?: readonly FieldRule<Values[Name], Values>[] }

export interface FormOptions<Values> {
  readonly initial: Values
  readonly rules?: FormRules<Values>
  /** Sends the values; resolves with the rejection, if any. */
  readonly submit: (values: Values) => Promise<Rejection | undefined | void>
  /** Called after success, for example to navigate. The form is no longer dirty by then. */
  readonly done?: (values: Values) => void
}

/** A field with an error, for the error summary. */
export interface FieldFailure {
  readonly name: string
  readonly label: string
  readonly fault: FieldFault
  /** False for a field that other values hide, such as the end date of something that is always on. */
  readonly isShown: boolean
  readonly focus: () => void
}

type Faults = Readonly<Record<string, FieldFault>>

/** The field that a response's error path belongs to; the longest match wins. */
export const fieldOf = (path: string, names: readonly string[]) =>
  names.filter((name) => path === name || path.startsWith(`${name}.`)).sort((a, b) => b.length - a.length)[0]

/** Maps a rejection to fields. Errors without a field go to the form's text. */
export function rejectedFields({ text, fields }: Rejection, names: readonly string[]) {
  const faults: Record<string, FieldFault> = {}
  const otherFields: string[] = []
  for (const item of fields) {
    const name = fieldOf(item.path, names)
    if (name === undefined) otherFields.push(item.path ? `${item.path}: ${item.text}` : item.text)
    else faults[name] ??= { code: 'custom', text: item.text }
  }
  return { faults, text: otherFields.length > 0 ? otherFields.join(' ') : Object.keys(faults).length > 0 ? undefined : text }
}

/** Values, touched fields and server errors of a form. */
function useFormValues<Values extends FormValues>(initial: Values) {
  const [values, setValues] = useState(initial)
  const [base, setBase] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Faults>({})
  const latest = useRef(values)
  const put = (next: Values) => {
    latest.current = next
    setValues(next)
  }
  return {
    values,
    base,
    touched,
    refused,
    latest,
    setBase,
    setRefused,
    touch: (name: string) => setTouched((before) => (before.has(name) ? before : new Set(before).add(name))),
    put,
    set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
      put({ ...latest.current, [name]: value })
      setRefused(({ [name]: _, ...otherFields }) => otherFields)
    },
    begin: (next: Values) => {
      put(next)
      setBase(next)
      setTouched(new Set())
      setRefused({})
    },
  }
}

/** Labels and controls of the fields, as last rendered. */
function useControls() {
  const labels = useRef(new Map<string, string>()).current
  const controls = useRef(new Map<string, HTMLElement>()).current
  const refs = useRef(new Map<string, (node: HTMLElement | null) => void>()).current
  const refOf = (name: string) => {
    const existing = refs.get(name) ?? ((node: HTMLElement | null) => void (node ? controls.set(name, node) : controls.delete(name)))
    refs.set(name, existing)
    return existing
  }
  const inOrder = (a: FieldFailure, b: FieldFailure) => pageOrder(controls.get(a.name), controls.get(b.name))
  return { labels, controls, refOf, inOrder }
}

/** Whether a field holds a secret that must not be stored, such as a password or card number. */
const isSecret = (name: string, control: HTMLElement | undefined) =>
  /password|secret/i.test(name) ||
  (control instanceof HTMLInputElement && (control.type === 'password' || /password|one-time-code|^cc-/.test(control.autocomplete)))

/** State of a form: values, validation and submission. */
export function useForm<Values extends FormValues>({ initial, rules = {}, submit, done }: FormOptions<Values>) {
  const entries = useFormValues(initial)
  const { labels, controls, refOf, inOrder } = useControls()
  const { values, base, touched, refused } = entries
  const names = Object.keys(initial)
  const rulesOf = (name: keyof Values): readonly FieldRule<Values[keyof Values], Values>[] => rules[name] ?? []
  const faultOf = (name: string, all: Values) => refused[name] ?? firstFault(rulesOf(name), all[name as keyof Values], all) // name is a key
  const sending = useSubmission({
    values: entries.latest,
    isWrong: () => names.some((name) => firstFault(rulesOf(name), entries.latest.current[name as keyof Values], entries.latest.current)), // name is a key
    submit,
    done,
    onRefused: (rejection) => {
      const { faults, text } = rejectedFields(rejection, names)
      entries.setRefused(faults)
      return text
    },
    onDone: (sent) => {
      entries.setBase(sent)
      entries.setRefused({})
    },
  })
  const showsFault = (name: string) => touched.has(name) || sending.attempts > 0 || refused[name] !== undefined
  const changed = names.filter((name) => !isSame(values[name], base[name]))
  const failures = (): FieldFailure[] =>
    names
      .flatMap((name) => {
        const fault = faultOf(name, values)
        if (!fault) return []
        return [{ name, label: labels.get(name) ?? name, fault, isShown: controls.has(name), focus: () => controls.get(name)?.focus() }]
      })
      .sort(inOrder)
  return {
    values,
    /** The saved values. */
    base,
    isDirty: changed.length > 0,
    /** Labels of the changed fields. */
    changed: changed.map((name) => labels.get(name) ?? name),
    /** Unsaved values by field, without secrets. */
    changes: () => {
      const now = entries.latest.current
      const unsent = names.filter((name) => !isSame(now[name], base[name]) && !isSecret(name, controls.get(name)))
      return Object.fromEntries(unsent.map((name) => [name, now[name]]))
    },
    ...sending,
    failures: sending.attempts > 0 ? failures() : [],
    /** Labels of fields; those that are not on screen are left out. */
    labelsOf: (fields: readonly string[]) => fields.flatMap((name) => labels.get(name) ?? []),
    set: entries.set,
    /** Takes over newer saved values; changed fields keep the user's. */
    rebase: (next: Values) => {
      const changedNames = names.filter((name) => !isSame(entries.latest.current[name], base[name]))
      entries.put({ ...next, ...Object.fromEntries(changedNames.map((name) => [name, entries.latest.current[name]])) })
      entries.setBase(next)
    },
    /** Resets to the initial values or to others. */
    reset: (next: Values = base) => {
      entries.begin(next)
      sending.forget()
    },
    /** Props of one field. */
    field: <Name extends keyof Values & string>(name: Name, label: string) => {
      labels.set(name, label)
      return {
        name,
        label,
        value: values[name],
        fault: showsFault(name) ? faultOf(name, values) : undefined,
        isRequired: rulesOf(name).some((rule) => rule === required),
        onChange: (value: Values[Name]) => entries.set(name, value),
        onLeave: () => entries.touch(name),
        controlRef: refOf(name),
      }
    },
  }
}

/** The part of a form that its summary and its submit button need. */
export type FormState = Pick<ReturnType<typeof useForm>, 'failures' | 'attempts' | 'failure' | 'isSending' | 'send'>
