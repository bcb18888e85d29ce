import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { CountPill } from '../badge/tag.tsx'
import { count } from '../format/format.ts'
import { addStyles } from '../theme/styles.ts'
import css from './tab-bar.css'
import { describedTooltip } from '../dialog/tooltip-text.ts'

addStyles(css)

export interface TabItem {
  readonly id: string
  readonly label: string
  /** Number of items in the tab. */
  readonly count?: number
  /** The reason why the tab is disabled. */
  readonly disabledBecause?: string | undefined
}

interface TabBarProps {
  readonly label: string
  readonly tabs: readonly TabItem[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  /** The open page is a child of the chosen tab, so clicking the tab navigates up to it. */
  readonly isChildOpen?: boolean
  /** Prefix for the ids that link tabs and panels; undefined if there are no tabpanels. */
  readonly idBase?: string
}

/** The tab that a key moves to; undefined for other keys. Left and right are swapped in right-to-left layouts. */
export function nextTab(key: string, at: number, length: number, isRightToLeft: boolean): number | undefined {
  const [forward, back] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === forward) return (at + 1) % length
  if (key === back) return (at - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : undefined
}

/** Scrolls the tab bar just enough to show the chosen tab. Unlike scrollIntoView, this does not scroll the page. */
function showChosen(row: HTMLElement) {
  const tab = [...row.children].find((child) => child.getAttribute('aria-selected') === 'true')
  if (!tab) return
  const view = row.getBoundingClientRect()
  const box = tab.getBoundingClientRect()
  const delta = box.left < view.left ? box.left - view.left - 32 : box.right > view.right ? box.right - view.right + 32 : 0
  if (delta !== 0) row.scrollBy({ left: delta })
}

/** Keeps the chosen tab visible and marks the edges with hidden tabs. */
function useScrolling(chosen: string | undefined) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = list.current
    if (!node) return
    const updateOverflow = () => {
      const from = Math.abs(node.scrollLeft)
      node.toggleAttribute('data-before', from > 1)
      node.toggleAttribute('data-after', from + node.clientWidth < node.scrollWidth - 1)
    }
    updateOverflow()
    const observer = new ResizeObserver(() => {
      showChosen(node)
      updateOverflow()
    })
    observer.observe(node)
    node.addEventListener('scroll', updateOverflow, { passive: true })
    return () => {
      observer.disconnect()
      node.removeEventListener('scroll', updateOverflow)
    }
  }, [])
  useEffect(() => {
    if (chosen !== undefined && list.current) showChosen(list.current)
  }, [chosen])
  return list
}

/** Tabs: arrow keys, Home and End select. A disabled tab takes the focus and shows its reason, but does not open. */
export function TabBar({ label, tabs, chosen, onChoose, isChildOpen = false, idBase }: TabBarProps) {
  const { i18n } = useLingui()
  const list = useScrolling(chosen)
  const choose = ({ id, disabledBecause }: TabItem) => {
    if (disabledBecause === undefined && (isChildOpen || id !== chosen)) onChoose(id)
  }
  const move = (event: KeyboardEvent<HTMLButtonElement>, at: number) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = nextTab(event.key, at, tabs.length, isRightToLeft)
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
          {...describedTooltip(tab.disabledBecause)}
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
