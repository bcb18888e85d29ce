import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { FileFormat } from '../../../contract/saved-reports/schedules.ts'
import { reports, type ReportRequest } from '../../../contract/reports/reports.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { FileMenu } from '../../../parts/resource/file-menu.tsx'
import { useJobs } from '../../../parts/work/jobs.tsx'
import type { ReportRow } from '../../../parts/resource/report-source.ts'
import type { TableFile } from '../../../parts/resource/table-file.ts'
import { numberFormat } from '../../../ui/format/format.ts'
import { useReporting } from '../context.tsx'
import { fieldName } from '../words.ts'
import { downloadExport, fileName, chooseFileTarget } from './export.ts'

const bytesInMegabyte = 1_000_000

interface ExportMenuProps {
  readonly title: string
  readonly request: ReportRequest
  readonly file: TableFile<ReportRow>
  /** Number of rows, if known. */
  readonly rows: number | undefined
}

/** Exports the table as a file, in the background and with a cancel button. */
export function ExportMenu({ title, request, file, rows }: ExportMenuProps) {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { start } = useJobs()
  const { emit } = useReporting()
  const sizeText = (bytes: number) =>
    numberFormat(i18n.locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / bytesInMegabyte)
  /** A tree does not know how many rows the file has. */
  const countRows = () =>
    send(reports.rows, { body: { ...request, pagination: { start: 0, count: 1 } } }).then(
      ({ total }) => total,
      () => undefined,
    )
  async function save(format: FileFormat, hasNotes: boolean) {
    const input = {
      title,
      request,
      file,
      locale: i18n.locale,
      hasNotes,
      nameOf: (id: string) => fieldName(id, i18n),
      changeLabelOf: (name: string) => t`${name}, change`,
    }
    const name = fileName(input, format)
    const target = await chooseFileTarget(rows ?? (await countRows()), name)
    if (target === 'cancelled') return
    start({
      name,
      run: async (steps) => {
        const { total = 0 } = await downloadExport(send, input, format, { ...steps, target, sizeText })
        emit('ad-report-exported', { rows: total })
        return { title: t`Saved: ${name}`, text: t`${plural(total, { one: '# row', other: '# rows' })}` }
      },
    })
  }
  return <FileMenu hasNotesChoice onChoose={(format, hasNotes) => void save(format, hasNotes)} />
}
