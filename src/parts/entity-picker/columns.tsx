import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Icon } from '../../ui/icon/icon.tsx'
import { check } from '../../ui/icon/icons.ts'
import { StatusBadge } from '../../ui/badge/status-badge.tsx'
import { statusLabel } from '../../ui/badge/status-labels.ts'
import { Tag } from '../../ui/badge/tag.tsx'
import type { GridColumn } from '../../ui/table/column.ts'
import type { Label } from '../scope/client.tsx'
import type { SelectableEntity } from './source.ts'
import { tooltip } from '../../ui/dialog/tooltip-text.ts'

const statuses = ['active', 'inactive'] as const

function Name({ name, isSelected, isInGroup }: { readonly name: string; readonly isSelected: boolean; readonly isInGroup: boolean }) {
  const { t } = useLingui()
  const mark = isInGroup ? t`In the ad group` : isSelected && t`Selected`
  return (
    <>
      <span className="cell-text">{name}</span>
      {mark && (
        <>
          <span className="pick-word">
            <Tag text={mark} {...(!isInGroup && { tone: 'info' as const })} />
          </span>
          <span className="pick-sign" {...tooltip(mark)}>
            <Icon shape={check} label={mark} />
          </span>
        </>
      )}
    </>
  )
}

/** The columns of an entity list. `isMarked` labels selected entities; an empty `categories` removes the category filter. */
export function useEntityColumns(
  label: Label,
  categories: readonly string[] | undefined,
  isMarked: boolean,
): GridColumn<SelectableEntity>[] {
  const { t, i18n } = useLingui()
  const { singular } = label
  return useMemo(
    () => [
      {
        key: 'name',
        header: singular,
        kind: 'text',
        width: 240,
        isSortable: true,
        filter: { kind: 'contains' },
        isFilteredElsewhere: true,
        value: ({ name }) => name,
        render: ({ name, is_selected, is_in_group = false }) => (
          <Name name={name} isSelected={isMarked && is_selected} isInGroup={is_in_group} />
        ),
      },
      {
        key: 'internal_id',
        header: t`Your ID`,
        kind: 'text',
        width: 132,
        isSortable: true,
        filter: { kind: 'contains' },
        value: ({ internal_id }) => internal_id,
      },
      {
        key: 'category',
        header: t`Category`,
        kind: 'text',
        width: 160,
        isSortable: true,
        ...(categories?.length !== 0 && {
          filter: { kind: 'one-of' as const, options: (categories ?? []).map((value) => ({ value, label: value })) },
        }),
        value: ({ category }) => category,
      },
      {
        key: 'status',
        header: t`Status`,
        kind: 'status',
        isSortable: true,
        filter: { kind: 'one-of', options: statuses.map((value) => ({ value, label: statusLabel(value, i18n) })) },
        value: ({ status }) => status,
        render: ({ status }) => <StatusBadge status={status} />,
      },
    ],
    [t, i18n, singular, categories, isMarked],
  )
}
