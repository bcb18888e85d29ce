import { act } from 'react'

const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/** Puts a text and a caret into a field as a browser does after a key. */
export async function typeInto(input: HTMLInputElement, text: string, caret = text.length, inputType = 'insertText') {
  await act(async () => {
    write?.call(input, text)
    input.setSelectionRange(caret, caret)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  })
}

/** Types a text key by key where the caret stands. */
export async function typeKeys(input: HTMLInputElement, keys: string) {
  for (const key of keys) {
    const at = input.selectionStart ?? input.value.length
    await typeInto(input, input.value.slice(0, at) + key + input.value.slice(input.selectionEnd ?? at), at + 1)
  }
}

/** Goes into a field and out of it again. */
export async function leave(input: HTMLElement) {
  await act(async () => {
    input.focus()
    input.blur()
  })
}

/** Pastes a text over what is selected. */
export async function paste(input: HTMLElement, text: string) {
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData: { getData: () => text } })
  await act(async () => {
    input.dispatchEvent(event)
  })
}
