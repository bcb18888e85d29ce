import { useLingui } from '@lingui/react/macro'
import type { FileFormat } from '../../contract/saved-reports/schedules.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { download } from '../../ui/icon/icons.ts'
import { Menu } from '../../ui/dialog/menu.tsx'

/** A menu that exports a table as CSV or XLSX. */
export function FileMenu({ onChoose }: { readonly onChoose: (format: FileFormat) => void }) {
  const { t } = useLingui()
  const items = [
    { id: 'csv', label: t`Export as CSV`, note: t`Plain data, for any tool` },
    { id: 'xlsx', label: t`Export as XLSX`, note: t`Formatted, for Excel and Google Sheets` },
  ]
  return (
    <Menu label={t`Export`} items={items} onSelect={(id) => onChoose(id === 'xlsx' ? 'xlsx' : 'csv')}>
      <Icon shape={download} />
    </Menu>
  )
}
