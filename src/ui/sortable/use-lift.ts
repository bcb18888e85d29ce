import { useState } from 'react'
import { withMovedItem, nearestIndex, type SortableEntry } from './moves.ts'

export interface SortableItem extends SortableEntry {
  readonly id: string
  readonly name: string
}

/** A lifted item, its original index and its target index. */
export interface Lifted {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly by: 'key' | 'pointer'
}

/** The last action, for the announcement. */
export type MoveAnnouncement =
  | { readonly what: 'lifted' | 'moved' | 'placed' | 'returned'; readonly name: string; readonly position: number }
  | { readonly what: 'stuck' | 'removed'; readonly name: string; readonly position?: number }

interface Options<T> {
  readonly items: readonly T[]
  readonly onChange: (items: readonly T[]) => void
}

export type LiftState<T> = ReturnType<typeof useLift<T & SortableItem>>

/** State of a move, by keyboard or pointer: lift, move, put down, cancel. */
export function useLift<T extends SortableItem>({ items, onChange }: Options<T>) {
  const [lifted, setLifted] = useState<Lifted>()
  const [announcement, setAnnouncement] = useState<MoveAnnouncement>()
  const name = (id: string) => items.find((item) => item.id === id)?.name ?? ''
  const order = lifted ? withMovedItem(items, lifted.from, lifted.to) : items
  return {
    order,
    lifted,
    announcement,
    say: setAnnouncement,
    lift(id: string, by: Lifted['by']) {
      const from = items.findIndex((item) => item.id === id)
      if (from < 0 || items[from]?.isPermanent) return
      setLifted({ id, from, to: from, by })
      setAnnouncement({ what: 'lifted', name: name(id), position: from + 1 })
    },
    moveTo(position: number) {
      if (!lifted) return
      const to = nearestIndex(items, lifted.from, position)
      if (to !== position && lifted.by === 'key') setAnnouncement({ what: 'stuck', name: name(lifted.id) })
      if (to === lifted.to) return
      setLifted({ ...lifted, to })
      setAnnouncement({ what: 'moved', name: name(lifted.id), position: to + 1 })
    },
    drop() {
      if (!lifted) return
      if (lifted.to !== lifted.from) onChange(order)
      setAnnouncement({ what: 'placed', name: name(lifted.id), position: lifted.to + 1 })
      setLifted(undefined)
    },
    giveUp() {
      if (!lifted) return
      setAnnouncement({ what: 'returned', name: name(lifted.id), position: lifted.from + 1 })
      setLifted(undefined)
    },
  }
}
