import type { KeyboardEvent } from 'react'

/** Says of a key that the browser has not finished composing with, where it calls the key nothing else. */
const composedKey = 229

/** Whether a key belongs to the input method that makes a word of several strokes, and to nobody else yet. */
export const isComposing = ({ nativeEvent }: KeyboardEvent) => nativeEvent.isComposing || nativeEvent.keyCode === composedKey
