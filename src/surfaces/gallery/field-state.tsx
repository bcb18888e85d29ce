import { type ReactNode, useState } from 'react'

interface HeldProps<Value> {
  readonly initial: Value
  readonly children: (held: { value: Value; onChange: (value: Value) => void }) => ReactNode
}

/** Holds the value of a field outside a form. */
export function FieldState<Value>({ initial, children }: HeldProps<Value>) {
  const [value, onChange] = useState(initial)
  return children({ value, onChange })
}
