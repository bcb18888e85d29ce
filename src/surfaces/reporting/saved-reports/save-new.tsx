import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { useMayDo } from '../../../parts/scope/gate.tsx'
import { CopyLink } from '../../../parts/navigation/copy-link.tsx'
import { useWhose } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { later } from '../../../ui/lazy-idle.ts'
import type { ReportState } from '../report/use-report.ts'

const KeepDialog = later(() => import('./save-new-dialog.tsx'))

/** Copies a link to the current report, or saves the report. */
export function KeepNew({ asked, by, pathTo }: Pick<ReportState, 'asked' | 'by' | 'pathTo'>) {
  const { isReadonly } = useWhose()
  const mayNot = useMayDo()({ permissions: ['saved_reports.create'] })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {/* The link names all fields, because other users have other default fields. */}
      <CopyLink path={pathTo({})} />
      {!isReadonly && (
        <Button kind="primary" disabledBecause={mayNot} onPress={() => setOpen(true)}>
          <Trans>Save report</Trans>
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <KeepDialog asked={asked} by={by} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
