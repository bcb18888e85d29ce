import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { CountPill } from '../badge/tag.tsx'
import { count } from '../format/format.ts'
import { wear } from '../theme/styles.ts'
import css from './tab-bar.css'

wear(css)

export interface TabItem {
  readonly id: string
  readonly label: string
  /** How many there are behind it. */
  readonly count?: number
  /** Why it cannot be opened now. */
  readonly disabledBecause?: string | undefined
}

interface TabBarProps {
  readonly label: string
  readonly tabs: readonly TabItem[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  /** What is open lies below the chosen tab, so that choosing it leads back up. */
  readonly isBelow?: boolean
  /** Begins the ids of tabs and panels, which name each other; without panels of its own there is none. */
  readonly idBase?: string
}

/** Where a key leads from a tab; nowhere for any other key. Right is forward, or back where one reads from the right. */
export function tabAfter(key: string, at: number, length: number, isRightToLeft: boolean): number | undefined {
  const [forward, back] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === forward) return (at + 1) % length
  if (key === back) return (at - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : undefined
}

/** Moves a row of tabs as far as the chosen one needs to be in sight. */
function showChosen(row: HTMLElement) {
  const tab = [...row.children].find((child) => child.getAttribute('aria-selected') === 'true')
  if (!tab) return
  const [view, box] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  const by = box.left < view.left ? box.left - view.left - 32 : box.right > view.right ? box.right - view.right + 32 : 0
  if (by !== 0) row.scrollBy({ left: by })
}

/** Keeps the chosen tab in sight and says at which edges there are more; the page itself does not move. */
function useScrolling(chosen: string | undefined) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = list.current
    if (!node) return
    const tell = () => {
      const from = Math.abs(node.scrollLeft)
      node.toggleAttribute('data-before', from > 1)
      node.toggleAttribute('data-after', from + node.clientWidth < node.scrollWidth - 1)
    }
    tell()
    const observer = new ResizeObserver(() => {
      showChosen(node)
      tell()
    })
    observer.observe(node)
    node.addEventListener('scroll', tell, { passive: true })
    return () => {
      observer.disconnect()
      node.removeEventListener('scroll', tell)
    }
  }, [])
  useEffect(() => {
    if (chosen !== undefined && list.current) showChosen(list.current)
  }, [chosen])
  return list
}

/** Tabs in a row: arrows, Home and End choose; one that is closed takes the focus, says why, and stays closed. */
export function TabBar({ label, tabs, chosen, onChoose, isBelow = false, idBase }: TabBarProps) {
  const { i18n } = useLingui()
  const list = useScrolling(chosen)
  const choose = ({ id, disabledBecause }: TabItem) => {
    if (disabledBecause === undefined && (isBelow || id !== chosen)) onChoose(id)
  }
  const move = (event: KeyboardEvent<HTMLButtonElement>, at: number) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = tabAfter(event.key, at, tabs.length, isRightToLeft)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    const node = list.current?.children[next]
    if (node instanceof HTMLElement) node.focus()
    choose(tab)
  }
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list}>
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={idBase && `${idBase}-tab-${tab.id}`}
          aria-controls={idBase && tab.id === chosen ? `${idBase}-panel-${tab.id}` : undefined}
          aria-selected={tab.id === chosen}
          aria-disabled={tab.disabledBecause !== undefined}
          tabIndex={tab.id === chosen ? 0 : -1}
          title={tab.disabledBecause}
          onClick={() => choose(tab)}
          onKeyDown={(event) => move(event, index)}
        >
          {tab.label}
          {tab.count !== undefined && <CountPill text={count(tab.count, i18n.locale)} />}
        </button>
      ))}
    </div>
  )
}
