import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength } from '../../../contract/fields/fields.rules.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { useCampaignTexts } from '../detail/mutation.tsx'

interface SubmitAgainDialogProps {
  readonly name: string
  /** The reviewer's comment. */
  readonly denied: string
  readonly onSubmit: (comment: string) => Promise<void>
  readonly onClose: () => void
}

const commentMost = 500
const rules = { comment: [maxLength(commentMost)] }

/** Confirms the submission and takes a comment for the reviewer. */
export default function SubmitAgainDialog({ name, denied, onSubmit, onClose }: SubmitAgainDialogProps) {
  const { t } = useLingui()
  return (
    <ResourceFormDialog
      name="submit again"
      heading={<Trans>Resubmit {name}?</Trans>}
      note={<Trans>The campaign goes back to review and can’t be edited meanwhile.</Trans>}
      label={t`Resubmit`}
      initial={{ comment: '' }}
      rules={rules}
      texts={useCampaignTexts()}
      save={({ comment }) => onSubmit(comment.trim())}
      submit={<Trans>Resubmit</Trans>}
      onClose={onClose}
    >
      {(form) => (
        <>
          {denied && (
            <p>
              <Trans>
                Rejected: <q>{denied}</q>
              </Trans>
            </p>
          )}
          <TextArea {...form.field('comment', t`Comment for the reviewer`)} maxLength={commentMost} rows={3} help={t`What you changed`} />
        </>
      )}
    </ResourceFormDialog>
  )
}
