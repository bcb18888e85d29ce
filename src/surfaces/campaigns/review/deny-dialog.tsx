import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'

interface DenyDialogProps {
  readonly name: string
  readonly onDeny: (comment: string) => Promise<unknown>
  readonly onClose: () => void
}

const commentMost = 500
const rules = { comment: [required, maxLength(commentMost)] }

/** Denies a campaign. The comment is required, because it tells the owner what to change. */
export default function DenyDialog({ name, onDeny, onClose }: DenyDialogProps) {
  const { t } = useLingui()
  return (
    <ResourceFormDialog
      name="deny campaign"
      heading={<Trans>Deny {name}?</Trans>}
      note={<Trans>The advertiser will see your comment.</Trans>}
      label={t`Deny campaign`}
      initial={{ comment: '' }}
      rules={rules}
      save={({ comment }) => onDeny(comment.trim())}
      submit={<Trans>Deny campaign</Trans>}
      does="delete"
      onClose={onClose}
    >
      {(form) => (
        <TextArea
          {...form.field('comment', t`Comment`)}
          maxLength={commentMost}
          rows={4}
          help={t`What needs to change before it can serve`}
        />
      )}
    </ResourceFormDialog>
  )
}
