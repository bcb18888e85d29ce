import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useGuest } from '../kit/guest.tsx'
import { asProblem, problemText } from '../kit/problem.ts'
import { IconButton } from '../ui/button.tsx'
import { count } from '../ui/format.ts'
import { download } from '../ui/icons.ts'
import type { TableFile } from './table-csv.ts'

const fileName = (label: string) =>
  `${
    label
      .trim()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .toLowerCase() || 'table'
  }.csv`

/** Offers what a table shows as a file; says how far it is and can be stopped. */
export function TableExport<Row>({ file }: { readonly file: TableFile<Row> }) {
  const { t, i18n } = useLingui()
  const { notify } = useGuest()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const way = useRef<AbortController>(undefined)
  useEffect(() => () => way.current?.abort(), [])

  async function start() {
    const controller = new AbortController()
    way.current = controller
    setProgress({ done: 0, total: 0 })
    try {
      const { signal } = controller
      const [{ tableCsv }, { downloadText }] = await Promise.all([import('./table-csv.ts'), import('./csv.ts')])
      const pieces = await tableCsv(file, i18n, { signal, onProgress: (done, total) => setProgress({ done, total }) })
      downloadText(fileName(file.label), pieces)
    } catch (error) {
      if (!controller.signal.aborted) notify({ kind: 'error', title: t`The file was not made`, text: problemText(asProblem(error), i18n) })
    }
    if (!controller.signal.aborted) setProgress(undefined)
  }
  const cancel = () => {
    way.current?.abort()
    setProgress(undefined)
  }
  if (!progress) return <IconButton icon={download} label={t`Save as CSV`} onPress={() => void start()} />
  const [done, total] = [count(progress.done, i18n.locale), count(progress.total, i18n.locale)]
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
