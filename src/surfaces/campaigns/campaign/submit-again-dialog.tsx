import { Trans, useLingui } from '@lingui/react/macro'
import { maxLength } from '../../../contract/fields/fields.rules.ts'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { Form } from '../../../ui/form/form.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { useFormRejection } from '../detail/mutation.ts'

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
  const rejection = useFormRejection()
  const form = useStoredForm(
    {
      initial: { comment: '' },
      rules,
      submit: rejection(({ comment }: { comment: string }) => onSubmit(comment.trim())),
      done: onClose,
    },
    'submit again',
  )
  return (
    <Modal
      heading={<Trans>Resubmit {name}?</Trans>}
      note={<Trans>The campaign goes back to review and can’t be edited meanwhile.</Trans>}
      isBusy={form.isSending}
      onClose={onClose}
      answers={[
        { does: 'cancel', onPress: onClose },
        { does: 'continue', label: <Trans>Resubmit</Trans>, onPress: () => void form.send() },
      ]}
    >
      {denied && (
        <p>
          <Trans>
            Rejected: <q>{denied}</q>
          </Trans>
        </p>
      )}
      <Form form={form} label={t`Resubmit`}>
        <TextArea {...form.field('comment', t`Comment for the reviewer`)} maxLength={commentMost} rows={3} help={t`What you changed`} />
      </Form>
    </Modal>
  )
}
