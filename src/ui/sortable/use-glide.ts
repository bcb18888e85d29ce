import { type RefObject, useLayoutEffect, useRef } from 'react'

const glideMs = 150

/** Rows that had to make room glide to their new place, so that one sees where they went. */
export function useGlide(list: RefObject<HTMLElement | null>, order: string, heldId: string | undefined) {
  const tops = useRef(new Map<string, number>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever the order is another
  useLayoutEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const next = new Map<string, number>()
    for (const row of list.current?.children ?? []) {
      if (!(row instanceof HTMLElement) || !row.dataset.id) continue
      next.set(row.dataset.id, row.offsetTop)
      const before = tops.current.get(row.dataset.id)
      const away = before === undefined ? 0 : before - row.offsetTop
      if (away === 0 || isStill || row.dataset.id === heldId) continue
      row.animate([{ transform: `translateY(${away}px)` }, { transform: 'none' }], { duration: glideMs, easing: 'ease-out' })
    }
    tops.current = next
  }, [list, order])
}
