import { Trans, useLingui } from '@lingui/react/macro'
import { usePath } from '../../kit/path.ts'
import { count } from '../../ui/format/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { chevronEnd, chevronStart } from '../../ui/icon/control-icons.ts'

/** The first row of the current page, read from the URL. Invalid values count as 0. */
export function usePageStart(name: string): number {
  const requestedStart = Number(usePath().query.get(name) ?? 0)
  return Number.isInteger(requestedStart) && requestedStart > 0 && requestedStart <= 1_000_000 ? requestedStart : 0
}

interface PagerProps {
  /** Accessible name of the paged list. */
  readonly label: string
  /** Name of the URL parameter. */
  readonly name: string
  readonly size: number
  readonly total: number
}

/** Shows the visible range and buttons for the previous and next page; hidden when all rows fit on one page. */
export function Pager({ label, name, size, total }: PagerProps) {
  const { t, i18n } = useLingui()
  const { setQuery } = usePath()
  const start = usePageStart(name)
  if (total <= size && start === 0) return null
  const end = Math.min(start + size, total)
  const go = (to: number) => setQuery({ [name]: to > 0 ? String(to) : undefined })
  const last = Math.max(0, Math.floor((total - 1) / size) * size)
  const [from, until, all] = [Math.min(start + 1, total), end, total].map((figure) => count(figure, i18n.locale))
  return (
    <nav className="pager row" aria-label={t`Pages: ${label}`}>
      <span className="figure-text quiet" role="status">
        <Trans>
          {from} to {until} of {all}
        </Trans>
      </span>
      <IconButton
        icon={chevronStart}
        label={t`Previous page: ${label}`}
        disabledBecause={start === 0 ? t`This is the first page` : undefined}
        onPress={() => go(Math.min(start - size, last))}
      />
      <IconButton
        icon={chevronEnd}
        label={t`Next page: ${label}`}
        disabledBecause={end >= total ? t`This is the last page` : undefined}
        onPress={() => go(start + size)}
      />
    </nav>
  )
}
