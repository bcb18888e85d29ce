import { Trans, useLingui } from '@lingui/react/macro'
import { savedQuestionOf } from '../ask/question.ts'
import type { ReportState } from '../show/use-report.ts'
import { useKeeping } from './keeping.ts'
import SaveDialog from './save-dialog.tsx'

/** Asks how to keep the report that one has put together, and goes to it then. */
export default function KeepDialog({ asked, by, onClose }: Pick<ReportState, 'asked' | 'by'> & { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { make } = useKeeping()
  return (
    <SaveDialog
      heading={<Trans>Save this report</Trans>}
      label={t`Save this report`}
      does={<Trans>Save report</Trans>}
      initial={{ name: '', visibility: 'private' }}
      onSave={(named) => make(named, savedQuestionOf(asked, by))}
      onClose={onClose}
    />
  )
}
