import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon/icon.tsx'
import { more } from '../../ui/icon/icons.ts'
import { Menu, type MenuItem } from '../../ui/dialog/menu.tsx'
import { Link, type LinkTarget } from '../../ui/navigation/link.tsx'

interface NameCellProps {
  readonly name: string
  readonly target: LinkTarget | undefined
  /** Second line of the cell, such as the advertiser and the id. */
  readonly note?: ReactNode
  readonly acts: readonly MenuItem[] | undefined
  readonly onAct: (id: string) => void
}

/** The first cell of a row: name, second line and action menu. */
export function NameCell({ name, target, note, acts = [], onAct }: NameCellProps) {
  const { t } = useLingui()
  return (
    <>
      <span className="cell-lines grow">
        {target ? (
          <Link target={target} className="cell-name" tabIndex={-1}>
            {name}
          </Link>
        ) : (
          <span className="cell-name">{name}</span>
        )}
        {note && <small className="when-wide">{note}</small>}
      </span>
      {acts.length > 0 && (
        <Menu label={t`More actions for ${name}`} items={acts} onSelect={onAct} tabIndex={-1} className="mini row-acts">
          <Icon shape={more} />
        </Menu>
      )}
    </>
  )
}

/** A cell with two lines: a value and a note. */
export const TwoLineCell = ({ value, note }: { readonly value: ReactNode; readonly note?: ReactNode }) => (
  <span className="cell-lines">
    <span>{value}</span>
    {note && <small>{note}</small>}
  </span>
)
