interface Key {
  readonly key: string
  readonly timeStamp: number
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Keys that follow each other within this time spell one word. */
const withinMs = 500

/** Finds what a person types: the index of the next label that begins with it, starting behind the current one for a new word. */
export function typedText() {
  let text = ''
  let lastMs = Number.NEGATIVE_INFINITY
  return ({ key, timeStamp, ctrlKey, metaKey, altKey }: Key, labels: readonly string[], current: number): number | undefined => {
    if ([...key].length !== 1 || ctrlKey || metaKey || altKey) return undefined
    text = (timeStamp - lastMs > withinMs ? '' : text) + key.toLowerCase()
    lastMs = timeStamp
    // The same letter again goes on to the next label that begins with it.
    const isRepeated = [...text].every((letter) => letter === text[0])
    const wanted = isRepeated ? key.toLowerCase() : text
    const first = isRepeated ? current + 1 : Math.max(0, current)
    const order = labels.map((_, step) => (first + step) % labels.length)
    return order.find((index) => labels[index]?.toLowerCase().startsWith(wanted))
  }
}
