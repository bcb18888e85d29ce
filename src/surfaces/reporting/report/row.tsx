import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import { dimensionRule } from '../../../contract/reports/fields.rules.ts'
import { dimensionsOf, nextDimension } from '../../../contract/reports/fields.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { hrefOf } from '../../../parts/navigation/link.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { encodeDrill, isDrillable, toDrillStep } from '../query/drill.ts'
import { toFieldConstraints, type ReportState } from './use-report.ts'
import { fieldName } from '../words.ts'
import { useHasLedger } from '../context.tsx'
import type { TableRow } from './tree.ts'
import { chevronEnd } from '../../../ui/icon/control-icons.ts'

interface TreeCellProps {
  readonly row: TableRow
  readonly onToggle: (row: TableRow) => void
  readonly children: ReactNode
}

/** The name of a row, in a tree indented by its level. The name of a group shows or hides the rows inside. */
function TreeCell({ row, onToggle, children }: TreeCellProps) {
  const { level, isOpen } = row
  if (level === undefined) return children
  const style = { '--report-level': level } as CSSProperties // CSSProperties has no custom properties
  return (
    <span className={`report-tree-cell ${isOpen === undefined ? 'leaf' : ''}`} style={style}>
      {isOpen === undefined ? (
        children
      ) : (
        // The row tells whether it is expanded.
        <button type="button" tabIndex={-1} className={`report-tree-name ${isOpen ? 'open' : ''}`} onClick={() => onToggle(row)}>
          <Icon shape={chevronEnd} />
          <span className="cell-text">{children}</span>
        </button>
      )}
    </span>
  )
}

/** ARIA state of a row in the tree. */
export const treeRowState = ({ level, isOpen }: TableRow) =>
  level === undefined ? undefined : { 'aria-level': level + 1, 'aria-expanded': isOpen }

/** Arrow keys on the name of a group show or hide its rows before they move to another cell. */
export function onTreeKey(event: KeyboardEvent<HTMLElement>) {
  const { key, target } = event
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
  // An open menu of the row is inside the cell too, and has keys of its own.
  const isName = target instanceof Element && target.matches('[data-column="0"], .report-tree-name')
  const cell = isName ? target.closest<HTMLElement>('[data-column="0"]') : null
  const state = cell?.closest('[data-row]')?.getAttribute('aria-expanded')
  if (!cell || !state || !isPlain) return
  const isRightToLeft = getComputedStyle(cell).direction === 'rtl'
  const opening = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const closing = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key !== (state === 'true' ? closing : opening)) return
  event.preventDefault()
  event.stopPropagation()
  cell.querySelector<HTMLElement>('.report-tree-name')?.click()
}

const ledger = 'ledger'

/** Dimensions already fixed for a row, including the advertiser when there is only one. */
const usedDimensions = ({ reportQuery, scope }: ReportState) => [
  ...(scope.advertiserIds?.length === 1 ? ['advertiser_id', 'advertiser_name'] : []),
  ...reportQuery.dimensions,
  ...reportQuery.drill.flat().map(({ field }) => field),
]

/** Dimensions available for the next drill-down, in registry order. */
function useDrillOptions(state: ReportState): readonly MenuItem[] {
  const { t, i18n } = useLingui()
  const { reportQuery, entityWord } = state
  return useMemo(() => {
    const used = usedDimensions(state)
    const constraints = { ...toFieldConstraints(state), dimensions: [] }
    return dimensionsOf(reportQuery.context)
      .filter(({ id }) => !used.includes(id) && dimensionRule(id, constraints) === true)
      .map(({ id }) => ({ id, label: t`By ${fieldName(id, i18n, entityWord)}` }))
  }, [t, i18n, reportQuery, state, entityWord])
}

/** First cell of a row: a drill-down link or the toggle of a group, and a menu with other dimensions and the ledger clicks. */
export function useFirstCell(state: ReportState, onToggle: (row: TableRow) => void): (row: TableRow, text: ReactNode) => ReactNode {
  const { t } = useLingui()
  const { linkBase } = useElementContext()
  const { setQuery } = usePath()
  const open = useRef(setQuery)
  open.current = setQuery
  const drillOptions = useDrillOptions(state)
  const hasLedger = useHasLedger()
  return useCallback(
    (row, text) => {
      const { reportQuery, change, pathTo } = state
      // A group has no values of the levels inside it.
      const fields = reportQuery.dimensions.filter((id) => row.dimensions[id] !== undefined)
      const step = toDrillStep(fields, row.dimensions)
      const drillBy = (id: string) => ({
        dimensions: [id],
        drill: [...reportQuery.drill, step],
        sort: [],
      })
      const isGroup = row.isOpen !== undefined
      const next = !isGroup && isDrillable(reportQuery.dimensions) ? nextDimension(reportQuery.context, usedDimensions(state)) : undefined
      const onSelect = (id: string) => {
        state.entered.current = true
        change(drillBy(id))
      }
      const toLedger: MenuItem = { id: ledger, label: t`Clicks in the ledger`, isParted: true }
      const items = [...(isDrillable(reportQuery.dimensions) ? drillOptions : []), ...(hasLedger ? [toLedger] : [])]
      const onAct = (id: string) => (id === ledger ? open.current({ ledger: encodeDrill([step]) }) : onSelect(id))
      return (
        <>
          <span className="cell-lines grow">
            <TreeCell row={row} onToggle={onToggle}>
              {next ? (
                <Link target={{ href: hrefOf(linkBase, pathTo(drillBy(next))), onNavigate: () => onSelect(next) }} className="cell-name">
                  {text}
                </Link>
              ) : (
                text
              )}
            </TreeCell>
          </span>
          {items.length > 0 && (
            <Menu label={t`More for this row`} items={items} onSelect={onAct} tabIndex={-1} className="mini row-acts">
              <Icon shape={more} />
            </Menu>
          )}
        </>
      )
    },
    [state, onToggle, drillOptions, hasLedger, linkBase, t],
  )
}
