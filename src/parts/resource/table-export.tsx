import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { asProblem, problemText } from '../../kit/problem.ts'
import type { FileFormat } from '../../contract/saved-reports/schedules.ts'
import { count } from '../../ui/format/format.ts'
import { FileMenu } from './file-menu.tsx'
import type { TableFile } from './table-file.ts'

interface TableExportProps<Row> {
  readonly file: TableFile<Row>
  /** Label of the menu, if it does not export the whole table. */
  readonly label?: string
}

/** Exports a table as a file; shows progress and can be cancelled. */
export default function TableExport<Row>({ file, label }: TableExportProps<Row>) {
  const { t, i18n } = useLingui()
  const { notify } = useElementContext()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const exportController = useRef<AbortController>(undefined)
  useEffect(() => () => exportController.current?.abort(), [])

  async function start(format: FileFormat) {
    const controller = new AbortController()
    exportController.current = controller
    setProgress({ done: 0, total: 0 })
    try {
      const { signal } = controller
      const [{ tableFile }, { downloadBlob }] = await Promise.all([import('./table-file.ts'), import('./csv.ts')])
      const { name, blob } = await tableFile(file, format, i18n, { signal, onProgress: (done, total) => setProgress({ done, total }) })
      downloadBlob(name, blob)
    } catch (error) {
      if (!controller.signal.aborted) notify({ kind: 'error', title: t`Export failed`, text: problemText(asProblem(error), i18n) })
    }
    if (!controller.signal.aborted) setProgress(undefined)
  }
  const cancel = () => {
    exportController.current?.abort()
    setProgress(undefined)
  }
  if (!progress) return <FileMenu label={label} onChoose={(format) => void start(format)} />
  const done = count(progress.done, i18n.locale)
  const total = count(progress.total, i18n.locale)
  return (
    <span className="row">
      <progress max={Math.max(1, progress.total)} value={progress.done} aria-label={t`Rows in the file`} />
      <span className="quiet grid-count">
        <Trans>
          {done} of {total}
        </Trans>
      </span>
      <button type="button" className="chip" onClick={cancel}>
        <Trans>Cancel</Trans>
      </button>
    </span>
  )
}
