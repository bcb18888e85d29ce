import { type ReactNode, useId, useRef } from 'react'
import { usePath } from '../../kit/path.ts'
import { TabBar, type TabItem } from '../../ui/navigation/tab-bar.tsx'
import { tableWords } from '../resource/table-address.ts'
import { readSegment } from './screens.tsx'

interface Address {
  readonly pathname: string
  readonly query: URLSearchParams
}

/**
 * The tab that an address opens: the one in its query; else the last or the second-to-last word of the path where that is one;
 * else the default; else the first. A tab that is closed is passed over.
 */
export function tabAt(
  tabs: readonly Pick<TabItem, 'id' | 'disabledBecause'>[],
  { pathname, query }: Address,
  defaultTab?: string,
  name = 'tab',
) {
  const open = tabs.filter(({ disabledBecause }) => disabledBecause === undefined).map(({ id }) => id)
  const words = pathname.split('/').map(readSegment)
  const wanted = [query.get(name), words.at(-1), words.at(-2), defaultTab]
  return wanted.find((id) => typeof id === 'string' && open.includes(id)) ?? open[0]
}

export interface Tab extends TabItem {
  /** Made when the tab is first opened. */
  readonly panel: () => ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly defaultTab?: string
  /** A panel that was open once stays, with all that was typed in it. */
  readonly isKept?: boolean
  /** The query's word; another one for tabs inside a tab. */
  readonly name?: string
}

/** Tabs whose choice is in the address, so that reload, back and a shared link show the same. */
export function Tabs({ label, tabs, defaultTab, isKept = false, name = 'tab' }: TabsProps) {
  const { pathname, query, setQuery } = usePath()
  const idBase = useId()
  const seen = useRef(new Set<string>())
  const chosen = tabAt(tabs, { pathname, query }, defaultTab, name)
  if (chosen !== undefined) seen.current.add(chosen)
  // What a table is asked here means nothing to the table of another tab.
  const choose = (id: string) => setQuery({ ...Object.fromEntries(tableWords(query).map((word) => [word, undefined])), [name]: id })
  return (
    <div>
      <TabBar label={label} tabs={tabs} chosen={chosen} idBase={idBase} onChoose={choose} />
      {tabs.map(
        ({ id, panel }) =>
          (id === chosen || (isKept && seen.current.has(id))) && (
            <div
              key={id}
              className="tab-panel"
              role="tabpanel"
              id={`${idBase}-panel-${id}`}
              aria-labelledby={`${idBase}-tab-${id}`}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control of its own is reached this way
              tabIndex={0}
              hidden={id !== chosen}
            >
              {panel()}
            </div>
          ),
      )}
    </div>
  )
}
