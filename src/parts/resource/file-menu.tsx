import { useLingui } from '@lingui/react/macro'
import type { FileFormat } from '../../contract/saved-reports/schedules.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { download } from '../../ui/icon/icons.ts'
import { Menu } from '../../ui/dialog/menu.tsx'

/** A menu that exports a table as CSV or XLSX. */
export function FileMenu({ onChoose }: { readonly onChoose: (format: FileFormat) => void }) {
  const { t } = useLingui()
  const items = [
    { id: 'csv', label: t`Save as CSV`, note: t`As plain text, for any program` },
    { id: 'xlsx', label: t`Save as XLSX`, note: t`As a sheet, with numbers as numbers` },
  ]
  return (
    <Menu label={t`Save as a file`} items={items} onSelect={(id) => onChoose(id === 'xlsx' ? 'xlsx' : 'csv')}>
      <Icon shape={download} />
    </Menu>
  )
}
