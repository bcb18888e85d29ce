import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '../composing.ts'
import type { ShownOptions, Option } from './option.ts'
import { pageKeyRows } from './rows.ts'

/** Steps of each key; infinite for the ends of the list. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageKeyRows,
  PageUp: -pageKeyRows,
  Home: -Infinity,
  End: Infinity,
}

interface ActiveOption {
  readonly search: string
  readonly index: number
  /** The user moved to this option with keys or pointer. */
  readonly isMoving: boolean
  /** Id of that option, if it was loaded. */
  readonly at: string | number | undefined
}
interface ActiveProps {
  readonly choices: ShownOptions
  readonly first: number
  readonly text: string
  readonly onChoose: (option: Option) => void
}

/** The active option. A new search resets it to the first, unless the option that the user moved to keeps its index. */
export function useActive({ choices, first, text, onChoose }: ActiveProps) {
  const [state, setState] = useState<ActiveOption>({ search: choices.search, index: first, isMoving: false, at: undefined })
  const isThere = state.isMoving && state.at !== undefined && choices.at(state.index)?.id === state.at
  const isSame = state.search === choices.search || isThere
  const active = Math.min(isSame ? state.index : 0, Math.max(0, choices.total - 1))
  const isMoving = isSame && state.isMoving
  const go = (index: number) => setState({ search: choices.search, index, isMoving: true, at: choices.at(index)?.id })
  const choose = () => {
    const option = choices.at(active)
    if (option) onChoose(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = steps[event.key]
    if (step !== undefined) go(Math.max(0, Math.min(active + step, choices.total - 1)))
    // Space is text input until the user has moved into the list.
    else if (event.key === 'Enter' || (event.key === ' ' && (isMoving || text === ''))) choose()
    else return
    event.preventDefault()
  }
  return { active, go, onKeyDown, rest: () => setState({ search: choices.search, index: active, isMoving: false, at: undefined }) }
}
