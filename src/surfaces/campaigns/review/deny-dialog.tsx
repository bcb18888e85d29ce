import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { useRejection } from '../../../parts/resource/form-rejection.ts'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { Form } from '../../../ui/form/form.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'

interface DenyDialogProps {
  readonly name: string
  readonly onDeny: (comment: string) => Promise<void>
  readonly onClose: () => void
}

const commentMost = 500
const rules = { comment: [required, maxLength(commentMost)] }

/** Denies a campaign. The comment is required, because it tells the owner what to change. */
export default function DenyDialog({ name, onDeny, onClose }: DenyDialogProps) {
  const { t } = useLingui()
  const rejection = useRejection()
  const form = useStoredForm({
    initial: { comment: '' },
    rules,
    submit: rejection(({ comment }: { comment: string }) => onDeny(comment.trim())),
    done: onClose,
  })
  return (
    <Modal
      heading={<Trans>Deny {name}?</Trans>}
      note={<Trans>The advertiser will see your comment.</Trans>}
      isBusy={form.isSending}
      onClose={onClose}
      answers={[
        { does: 'cancel', onPress: onClose },
        { does: 'delete', label: <Trans>Deny campaign</Trans>, onPress: () => void form.send() },
      ]}
    >
      <Form form={form} label={t`Deny campaign`}>
        <TextArea
          {...form.field('comment', t`Comment`)}
          maxLength={commentMost}
          rows={4}
          help={t`What needs to change before it can serve`}
        />
      </Form>
    </Modal>
  )
}
