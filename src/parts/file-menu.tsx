import { useLingui } from '@lingui/react/macro'
import type { FileFormat } from '../contract/report-schedules.ts'
import { Icon } from '../ui/icon.tsx'
import { download } from '../ui/icons.ts'
import { ActMenu } from '../ui/overlay/act-menu.tsx'

/** Offers what a table shows as a file of either kind. */
export function FileMenu({ onChoose }: { readonly onChoose: (format: FileFormat) => void }) {
  const { t } = useLingui()
  const acts = [
    { id: 'csv', label: t`Save as CSV`, note: t`As plain text, for any program` },
    { id: 'xlsx', label: t`Save as XLSX`, note: t`As a sheet, with numbers as numbers` },
  ]
  return (
    <ActMenu label={t`Save as a file`} acts={acts} onSelect={(id) => onChoose(id === 'xlsx' ? 'xlsx' : 'csv')}>
      <Icon shape={download} />
    </ActMenu>
  )
}
