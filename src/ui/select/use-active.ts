import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '../composing.ts'
import type { Choices, Option } from './option.ts'
import { rowsOfPage } from './rows.ts'

/** How far each key goes in a list; to an end where it is infinite. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: rowsOfPage,
  PageUp: -rowsOfPage,
  Home: -Infinity,
  End: Infinity,
}

interface Place {
  readonly search: string
  readonly index: number
  /** Whether somebody has gone there with the keys or the pointer. */
  readonly isMoving: boolean
  /** The option they went to, as far as it was there. */
  readonly at: string | number | undefined
}
interface ActiveProps {
  readonly choices: Choices
  readonly first: number
  readonly text: string
  readonly onChoose: (option: Option) => void
}

/** Which option the keys are at. A new search begins at its first one, but for who went to an option meanwhile and finds it in its place. */
export function useActive({ choices, first, text, onChoose }: ActiveProps) {
  const [place, setPlace] = useState<Place>({ search: choices.search, index: first, isMoving: false, at: undefined })
  const isThere = place.isMoving && place.at !== undefined && choices.at(place.index)?.id === place.at
  const isSame = place.search === choices.search || isThere
  const active = Math.min(isSame ? place.index : 0, Math.max(0, choices.total - 1))
  const isMoving = isSame && place.isMoving
  const go = (index: number) => setPlace({ search: choices.search, index, isMoving: true, at: choices.at(index)?.id })
  const choose = () => {
    const option = choices.at(active)
    if (option) onChoose(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = steps[event.key]
    if (step !== undefined) go(Math.max(0, Math.min(active + step, choices.total - 1)))
    // A space belongs to the text, until somebody has gone from the text to the list.
    else if (event.key === 'Enter' || (event.key === ' ' && (isMoving || text === ''))) choose()
    else return
    event.preventDefault()
  }
  return { active, go, onKeyDown, rest: () => setPlace({ search: choices.search, index: active, isMoving: false, at: undefined }) }
}
