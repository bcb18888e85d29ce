import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { checkDimension } from '../../../contract/reports/fields.rules.ts'
import { dimensionsOf, nextDimension } from '../../../contract/reports/fields.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { hrefOf } from '../../../parts/navigation/link.tsx'
import type { ReportRow } from '../../../parts/resource/report-source.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { Menu, type MenuItem } from '../../../ui/dialog/menu.tsx'
import { Link } from '../../../ui/navigation/link.tsx'
import { encodeDrill, isDrillable, toDrillStep } from '../query/drill.ts'
import { toFieldConstraints } from '../fields/constraints.ts'
import { fieldName } from '../words/fields.ts'
import type { ReportState } from './use-report.ts'

const ledger = 'ledger'

/** Dimensions already fixed for a row, including the advertiser when there is only one. */
const usedDimensions = ({ asked, by }: ReportState) => [
  ...(by.advertiserIds?.length === 1 ? ['advertiser_id', 'advertiser_name'] : []),
  ...asked.dimensions,
  ...asked.drill.flat().map(({ field }) => field),
]

/** Dimensions available for the next drill-down, in registry order. */
function useDrillOptions(state: ReportState): readonly MenuItem[] {
  const { t, i18n } = useLingui()
  const { asked, entityWord } = state
  return useMemo(() => {
    const taken = usedDimensions(state)
    const ground = { ...toFieldConstraints(state), dimensions: [] }
    return dimensionsOf(asked.context)
      .filter(({ id }) => !taken.includes(id) && checkDimension(id, ground) === true)
      .map(({ id }) => ({ id, label: t`By ${fieldName(id, i18n, entityWord)}` }))
  }, [t, i18n, asked, state, entityWord])
}

/** First cell of a row: a drill-down link, and a menu with other dimensions and the ledger clicks. */
export function useFirstCell(state: ReportState): (row: ReportRow, text: ReactNode) => ReactNode {
  const { t } = useLingui()
  const { linkBase } = useElementContext()
  const { setQuery } = usePath()
  const open = useRef(setQuery)
  open.current = setQuery
  const ways = useDrillOptions(state)
  return useCallback(
    (row, text) => {
      const { asked, change, pathTo } = state
      const into = (id: string) => ({ dimensions: [id], drill: [...asked.drill, toDrillStep(asked.dimensions, row.dimensions)], sort: [] })
      const next = isDrillable(asked.dimensions) ? nextDimension(asked.context, usedDimensions(state)) : undefined
      const go = (id: string) => {
        state.entered.current = true
        change(into(id))
      }
      const toLedger: MenuItem = { id: ledger, label: t`Clicks in the ledger`, isParted: true }
      const onAct = (id: string) =>
        id === ledger ? open.current({ ledger: encodeDrill([toDrillStep(asked.dimensions, row.dimensions)]) }) : go(id)
      return (
        <>
          <span className="cell-lines grow">
            {next ? (
              <Link target={{ href: hrefOf(linkBase, pathTo(into(next))), onNavigate: () => go(next) }} className="cell-name">
                {text}
              </Link>
            ) : (
              text
            )}
          </span>
          <Menu
            label={t`More for this row`}
            items={[...(isDrillable(asked.dimensions) ? ways : []), toLedger]}
            onSelect={onAct}
            tabIndex={-1}
            className="mini row-acts"
          >
            <Icon shape={more} />
          </Menu>
        </>
      )
    },
    [state, ways, linkBase, t],
  )
}
