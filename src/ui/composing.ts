import type { KeyboardEvent } from 'react'

/** Browsers that do not set isComposing report this keyCode during composition. */
const composedKey = 229

/** Whether a key press belongs to an input method (IME) that is composing text. */
export const isComposing = ({ nativeEvent }: KeyboardEvent) => nativeEvent.isComposing || nativeEvent.keyCode === composedKey
