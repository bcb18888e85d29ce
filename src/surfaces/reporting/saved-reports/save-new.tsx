import { Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { CopyLink } from '../../../parts/navigation/copy-link.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import type { ReportState } from '../report/use-report.ts'

const LazySaveNewDialog = lazyIdle(() => import('./save-new-dialog.tsx'))

/** Copies a link to the current report, or saves the report. */
export function SaveNewReport({ reportQuery, scope, pathTo }: Pick<ReportState, 'reportQuery' | 'scope' | 'pathTo'>) {
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['saved_reports.create'] })
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
          <LazySaveNewDialog reportQuery={reportQuery} scope={scope} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
