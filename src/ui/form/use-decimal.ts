import { type ClipboardEvent, type CompositionEvent, type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { FieldFault } from '../../contract/fields/faults.ts'
import { type EditRules, editDecimal, pasteDecimal, type TextEdit } from './decimal-edit.ts'
import { formatDecimal, valueOfText } from './decimal-text.ts'

interface DecimalField {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onLeave?: (() => void) | undefined
  readonly rules: EditRules
}

interface ShownText {
  readonly text: string
  readonly value: string
  readonly key: string
}

/** Restores the caret after React has written the text. */
function useCaret(text: string, input: RefObject<HTMLInputElement | null>) {
  const wantedCaret = useRef<number>(undefined)
  const [updateCount, setUpdateCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rejected key changes no state, but the browser has moved the caret
  useLayoutEffect(() => {
    if (wantedCaret.current !== undefined) input.current?.setSelectionRange(wantedCaret.current, wantedCaret.current)
    wantedCaret.current = undefined
  }, [text, updateCount, input])
  return (caret: number) => {
    wantedCaret.current = caret
    setUpdateCount(updateCount + 1)
  }
}

/** State of a number input. The typed text is kept until blur; the value is a decimal string. */
export function useDecimal({ value, onChange, onLeave, rules }: DecimalField) {
  const input = useRef<HTMLInputElement>(null)
  const key = `${rules.locale} ${rules.digits}`
  const [shown, setShown] = useState<ShownText>()
  const [notice, setNotice] = useState<FieldFault>()
  const text = shown?.value === value && shown.key === key ? shown.text : formatDecimal(value, rules)
  const putCaret = useCaret(text, input)
  const show = (next: string) => {
    const read = valueOfText(next, rules.locale)
    setShown({ text: next, value: read, key })
    if (read !== value) onChange(read)
  }
  const apply = ({ text: next, caret, notice: why }: TextEdit & { notice?: FieldFault }) => {
    setNotice(why)
    show(next)
    putCaret(caret)
  }
  const edit = (node: HTMLInputElement, inputType: string) =>
    editDecimal(
      text,
      { text: node.value, caret: node.selectionStart ?? node.value.length, isForward: inputType === 'deleteContentForward' },
      rules,
    )
  return {
    notice,
    input: {
      ref: input,
      value: text,
      onChange: (event: FormEvent<HTMLInputElement>) => {
        const { inputType = '', isComposing = false } = Object(event.nativeEvent)
        if (isComposing === true) show(event.currentTarget.value)
        else apply(edit(event.currentTarget, String(inputType)))
      },
      onCompositionEnd: ({ currentTarget: node }: CompositionEvent<HTMLInputElement>) => {
        const composed = { text: node.value.normalize('NFKC'), caret: node.selectionStart ?? 0 }
        const ordered = editDecimal('', composed, rules)
        apply(ordered.notice ? composed : ordered)
      },
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
        event.preventDefault()
        if (event.currentTarget.readOnly) return
        const { selectionStart, selectionEnd } = event.currentTarget
        const copied = event.clipboardData.getData('text/plain')
        apply(pasteDecimal(text, selectionStart ?? 0, selectionEnd ?? text.length, copied, rules))
      },
      onBlur: () => {
        setNotice(undefined)
        show(formatDecimal(valueOfText(text, rules.locale), rules))
        onLeave?.()
      },
    },
  }
}
