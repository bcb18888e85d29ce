/** What a key does in the queue. */
export interface QueueAct {
  readonly run: () => void
  /** Goes on while its key is held: one that decides does not, for each decision wants a press of its own. */
  readonly isRepeated?: boolean
}
type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** What a key that was pressed does, or nothing. */
export function actOf(acts: Readonly<Record<string, QueueAct>>, { key, repeat, ctrlKey, metaKey, altKey }: Pressed) {
  const act = acts[key.toLowerCase()]
  return !act || ctrlKey || metaKey || altKey || (repeat && !act.isRepeated) ? undefined : act
}
