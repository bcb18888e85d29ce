import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { emailSeparators, isEmail, maxEmails } from '../../contract/fields/fields.rules.ts'
import { isComposing } from '../composing.ts'

interface EmailList {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly max?: number | undefined
  readonly isFixed: boolean
}

/** An address with a display name, as mail programs write it. */
const namedAddress = /[^,;\n<]*<([^<>\s]+)>/g
const isSame = (item: string) => (other: string) => item.toLowerCase() === other.toLowerCase()

/** Adds entries to a list up to the maximum, also invalid ones, which the field marks. Surplus entries are returned as the rest. */
export function withEmails(list: readonly string[], text: string, max: number): { list: readonly string[]; rest: string } {
  const all = [...list]
  const remainder: string[] = []
  for (const item of text.replace(namedAddress, '$1').split(emailSeparators).filter(Boolean)) {
    if (all.some(isSame(item))) continue
    if (all.length < max) all.push(item)
    else remainder.push(item)
  }
  return { list: all, rest: remainder.join(', ') }
}

/** State of a list of addresses. Unfinished text is the last entry of the value, so that it is not lost. */
export function useEmails({ value, onChange, max = maxEmails, isFixed }: EmailList) {
  const [typed, setTyped] = useState(() => {
    const last = value.at(-1) ?? ''
    return isEmail(last) ? '' : last
  })
  const isBlank = typed.trim() === ''
  const isLast = !isBlank && value.at(-1) === typed
  const draft = isLast || isBlank ? typed : ''
  const added = isLast ? value.slice(0, -1) : value
  const show = (list: readonly string[], remainder: string) => {
    setTyped(remainder)
    onChange(remainder.trim() === '' ? list : [...list, remainder])
  }
  const onText = (text: string) => {
    const next = withEmails(added, text, max)
    show(next.list, next.rest)
    return next.rest === ''
  }
  return {
    added,
    draft,
    remove: (address: string) =>
      isFixed ||
      show(
        added.filter((item) => item !== address),
        draft,
      ),
    input: {
      onChange: (text: string) => (/[,;]/.test(text) ? onText(text) : show(added, text)),
      onBlur: () => isEmail(draft.trim()) && onText(draft),
      onPaste: (event: ClipboardEvent) => {
        if (isFixed) return
        const text = event.clipboardData.getData('text/plain')
        if (!emailSeparators.test(text.trim()) && !isEmail(text.trim())) return
        event.preventDefault()
        onText(`${draft} ${text}`)
      },
      /** Returns whether the key was handled. Enter always is: it must not submit the form, even if the address is a duplicate. */
      onKey: (event: KeyboardEvent) => {
        const { key, shiftKey } = event
        const isEnter = key === 'Enter'
        if (isComposing(event) || (!isEnter && (key !== 'Tab' || shiftKey))) return false
        const fits = !isFixed && isEmail(draft.trim()) && added.length < max
        if (fits) onText(draft)
        return fits || isEnter
      },
    },
  }
}
