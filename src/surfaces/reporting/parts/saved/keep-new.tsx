import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { useMayDo } from '../../../../parts/gate.tsx'
import { CopyLink } from '../../../../parts/copy-link.tsx'
import { useWhose } from '../../../../parts/whose.tsx'
import { Button } from '../../../../ui/button.tsx'
import { later } from '../../../../ui/later.ts'
import { savedQuestionOf } from '../ask/question.ts'
import type { ReportState } from '../show/use-report.ts'
import { useKeeping } from './keeping.ts'

const SaveDialog = later(() => import('./save-dialog.tsx'))

/** Keeps the report that one has put together. */
export function KeepNew({ asked, by }: Pick<ReportState, 'asked' | 'by'>) {
  const { t } = useLingui()
  const { isReadonly } = useWhose()
  const { make } = useKeeping()
  const mayNot = useMayDo()({ permissions: ['saved_reports.create'] })
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CopyLink />
      {!isReadonly && (
        <Button kind="primary" disabledBecause={mayNot} onPress={() => setOpen(true)}>
          <Trans>Save report</Trans>
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <SaveDialog
            heading={<Trans>Save this report</Trans>}
            label={t`Save this report`}
            does={<Trans>Save report</Trans>}
            initial={{ name: '', visibility: 'private' }}
            onSave={(named) => make(named, savedQuestionOf(asked, by))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
