import { type ReactNode, useId, useRef } from 'react'
import { usePath } from '../../kit/path.ts'
import { TabBar, type TabItem } from '../../ui/navigation/tab-bar.tsx'
import { tableParamNames } from '../resource/table-query.ts'
import { decodeSegment } from './screens.tsx'

interface Address {
  readonly pathname: string
  readonly query: URLSearchParams
}

/**
 * The tab of a URL: the one in its query, else the last or second-to-last path segment, else the default, else the first.
 * Disabled tabs are skipped.
 */
export function tabAt(
  tabs: readonly Pick<TabItem, 'id' | 'disabledBecause'>[],
  { pathname, query }: Address,
  defaultTab?: string,
  name = 'tab',
) {
  const open = tabs.filter(({ disabledBecause }) => disabledBecause === undefined).map(({ id }) => id)
  const segments = pathname.split('/').map(decodeSegment)
  const candidates = [query.get(name), segments.at(-1), segments.at(-2), defaultTab]
  return candidates.find((id) => typeof id === 'string' && open.includes(id)) ?? open[0]
}

export interface Tab extends TabItem {
  /** Rendered when the tab is first opened. */
  readonly panel: () => ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly defaultTab?: string
  /** Keeps opened panels mounted, with their input. */
  readonly keepsPanels?: boolean
  /** The query parameter; nested tabs need another one. */
  readonly name?: string
}

/** Tabs that keep the current tab in the URL, so that reload, back and shared links show the same. */
export function Tabs({ label, tabs, defaultTab, keepsPanels = false, name = 'tab' }: TabsProps) {
  const { pathname, query, setQuery } = usePath()
  const idBase = useId()
  const opened = useRef(new Set<string>())
  const current = tabAt(tabs, { pathname, query }, defaultTab, name)
  if (current !== undefined) opened.current.add(current)
  // The query of a table on this tab means nothing to the table of another tab, so it is removed.
  const choose = (id: string) => setQuery({ ...Object.fromEntries(tableParamNames(query).map((word) => [word, undefined])), [name]: id })
  return (
    <div>
      <TabBar label={label} tabs={tabs} chosen={current} idBase={idBase} onChoose={choose} />
      {tabs.map(
        ({ id, panel }) =>
          (id === current || (keepsPanels && opened.current.has(id))) && (
            <div
              key={id}
              className="tab-panel"
              role="tabpanel"
              id={`${idBase}-panel-${id}`}
              aria-labelledby={`${idBase}-tab-${id}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: makes a panel without controls reachable by keyboard
              tabIndex={0}
              hidden={id !== current}
            >
              {panel()}
            </div>
          ),
      )}
    </div>
  )
}
