import { Trans, useLingui } from '@lingui/react/macro'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../button.tsx'
import { cross } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import { Handle, MoveButtons } from './handle.tsx'
import { withoutItem } from './moves.ts'
import css from './list.css'
import { useDrag } from './use-drag.ts'
import { type SortableItem, type MoveAnnouncement, useLift } from './use-lift.ts'

addStyles(css)

const glideMs = 150

/** Animates displaced rows to their new position. */
function useMoveAnimation(list: RefObject<HTMLElement | null>, order: string, heldId: string | undefined) {
  const tops = useRef(new Map<string, number>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the order changes
  useLayoutEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const next = new Map<string, number>()
    for (const row of list.current?.children ?? []) {
      if (!(row instanceof HTMLElement) || !row.dataset.id) continue
      next.set(row.dataset.id, row.offsetTop)
      const topBefore = tops.current.get(row.dataset.id)
      const distance = topBefore === undefined ? 0 : topBefore - row.offsetTop
      if (distance === 0 || isStill || row.dataset.id === heldId) continue
      row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], { duration: glideMs, easing: 'ease-out' })
    }
    tops.current = next
  }, [list, order])
}

interface OrderedListProps<T extends SortableItem> {
  readonly label: string
  readonly items: readonly T[]
  readonly onChange: (items: readonly T[]) => void
  /** Content of a row; defaults to the item's name. */
  readonly row?: (item: T) => ReactNode
  readonly canRemove?: boolean
  /** The reason why nothing can be moved. */
  readonly disabledBecause?: string
}

/** Announcement of the last action for screen readers. */
function useMoveAnnouncement(announcement: MoveAnnouncement | undefined, count: number): string {
  const { t } = useLingui()
  if (!announcement) return ''
  const { name, position = 0 } = announcement
  const sentences: Readonly<Record<MoveAnnouncement['what'], string>> = {
    lifted: t`${name} picked up, position ${position} of ${count}. Use the arrow keys to move, Space to drop, Escape to cancel.`,
    moved: t`${name}, position ${position} of ${count}`,
    placed: t`${name} dropped at position ${position} of ${count}`,
    returned: t`${name} returned to position ${position} of ${count}`,
    stuck: t`${name} can’t move further in this direction`,
    removed: t`${name} removed`,
  }
  return sentences[announcement.what]
}

/** React loses the focus when it moves a row in the tree, so it is restored. */
function useFocusKept(list: RefObject<HTMLElement | null>, id: string | undefined, order: readonly SortableItem[]) {
  const had = useRef<HTMLElement | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the order changes
  useLayoutEffect(() => {
    const root = list.current?.getRootNode()
    if (had.current?.isConnected && root instanceof ShadowRoot && !root.activeElement) had.current.focus({ preventScroll: true })
  }, [list, order])
  useEffect(() => {
    const root = list.current?.getRootNode()
    had.current = id && root instanceof ShadowRoot && root.activeElement instanceof HTMLElement ? root.activeElement : undefined
  })
}

/** A list that users reorder by pointer, touch or keyboard. Permanent items cannot be moved or removed. */
export function SortableList<T extends SortableItem>(props: OrderedListProps<T>) {
  const { label, items, onChange, row, canRemove = false, disabledBecause } = props
  const list = useRef<HTMLOListElement>(null)
  const lifting = useLift<T>({ items, onChange })
  const { order, lifted, say } = lifting
  const drag = useDrag(list, lifting)
  useFocusKept(list, lifted?.id, order)
  useMoveAnimation(list, order.map(({ id }) => id).join(), lifted?.by === 'pointer' ? lifted.id : undefined)
  const howId = useId()
  const { t } = useLingui()
  const removeLabel = ({ name }: T) => t`Remove ${name}`
  const remove = (item: T) => {
    const at = items.indexOf(item)
    onChange(withoutItem(items, at))
    say({ what: 'removed', name: item.name })
    // The remove button is gone, so the focus moves to a neighbouring row.
    const next = [items[at + 1], items[at - 1]].find((other) => other && !other.isPermanent)
    if (next) list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(next.id)}"] .handle`)?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (!lifted) return
    const to = { ArrowUp: lifted.to - 1, ArrowDown: lifted.to + 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined && event.key !== 'Escape') return
    event.preventDefault()
    if (to !== undefined) lifting.moveTo(to)
    else lifting.giveUp()
  }
  const leave = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (lifted?.by === 'key' && !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) lifting.giveUp()
  }
  return (
    <div className="ordered">
      <p id={howId} className="unseen">
        <Trans>Press Space to pick up, then use the arrow keys to move.</Trans>
      </p>
      <ol ref={list} aria-label={label} onKeyDown={keys}>
        {order.map((item) => (
          <li
            key={item.id}
            data-id={item.id}
            className={lifted?.id === item.id ? `lifted by-${lifted.by}` : ''}
            onBlur={lifted?.id === item.id ? leave : undefined}
          >
            <Handle {...{ item, howId, lifting, drag, disabledBecause }} />
            <div className="grow">{row ? row(item) : item.name}</div>
            {lifted?.id === item.id && lifted.by === 'key' && <MoveButtons lifting={lifting} />}
            {canRemove && !item.isPermanent && (
              <IconButton icon={cross} label={removeLabel(item)} disabledBecause={disabledBecause} onPress={() => remove(item)} />
            )}
          </li>
        ))}
      </ol>
      <div className="unseen" role="status">
        {useMoveAnnouncement(lifting.announcement, items.length)}
      </div>
    </div>
  )
}
