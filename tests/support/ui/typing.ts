import { act } from 'react'

const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/** Sets the text and the caret of a field as a browser does after a key. */
export async function typeInto(input: HTMLInputElement, text: string, caret = text.length, inputType = 'insertText') {
  await act(async () => {
    write?.call(input, text)
    input.setSelectionRange(caret, caret)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  })
}

/** Types a text key by key at the caret. */
export async function typeKeys(input: HTMLInputElement, keys: string) {
  for (const key of keys) {
    const at = input.selectionStart ?? input.value.length
    await typeInto(input, input.value.slice(0, at) + key + input.value.slice(input.selectionEnd ?? at), at + 1)
  }
}

/** Focuses a field and leaves it. */
export async function leave(input: HTMLElement) {
  await act(async () => {
    input.focus()
    input.blur()
  })
}

/** Pastes a text over the selection. */
export async function paste(input: HTMLElement, text: string) {
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData: { getData: () => text } })
  await act(async () => {
    input.dispatchEvent(event)
  })
}
