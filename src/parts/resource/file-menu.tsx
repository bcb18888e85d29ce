import { useLingui } from '@lingui/react/macro'
import type { FileFormat } from '../../contract/saved-reports/schedules.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { download } from '../../ui/icon/icons.ts'
import { Menu } from '../../ui/dialog/menu.tsx'

interface FileMenuProps {
  /** Offers CSV with a description too. */
  readonly hasNotesChoice?: boolean
  /** Default: Export. */
  readonly label?: string | undefined
  readonly onChoose: (format: FileFormat, hasNotes: boolean) => void
}

/** A menu that exports a table as CSV or XLSX. */
export function FileMenu({ hasNotesChoice = false, label, onChoose }: FileMenuProps) {
  const { t } = useLingui()
  const items = [
    { id: 'csv', label: t`Export as CSV`, note: t`Plain data, for any tool` },
    ...(hasNotesChoice ? [{ id: 'notes', label: t`Export as CSV with notes`, note: t`Notes and the total after the rows` }] : []),
    { id: 'xlsx', label: t`Export as XLSX`, note: t`Formatted, for Excel and Google Sheets` },
  ]
  return (
    <Menu label={label ?? t`Export`} items={items} onSelect={(id) => onChoose(id === 'xlsx' ? 'xlsx' : 'csv', id === 'notes')}>
      <Icon shape={download} />
    </Menu>
  )
}
