import type { TabItem } from '../../ui/navigation/tab-bar.tsx'
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
