import { Trans, useLingui } from '@lingui/react/macro'
import { viewsMost } from '../../../contract/users/settings.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { useRejection } from '../../../parts/resource/form-rejection.ts'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'

interface SaveViewProps {
  readonly taken: readonly string[]
  readonly onSave: (name: string) => Promise<void>
  readonly onClose: () => void
}

const nameMost = 60
const rules = { name: [required, maxLength(nameMost)] }

/** Asks for the name of a new view. */
export default function SaveView({ taken, onSave, onClose }: SaveViewProps) {
  const { t } = useLingui()
  const rejection = useRejection()
  const form = useStoredForm({
    initial: { name: '' },
    rules,
    submit: rejection(({ name }: { name: string }) => onSave(name.trim())),
    done: onClose,
  })
  const isTaken = taken.includes(form.values.name.trim())
  const full = taken.length >= viewsMost && !isTaken ? t`You have ${viewsMost} views, the maximum. Delete one or reuse a name` : undefined
  return (
    <Modal
      heading={<Trans>Save view</Trans>}
      note={<Trans>Saves filters, sorting, columns and dates. Only you can see it.</Trans>}
      isBusy={form.isSending}
      onClose={onClose}
      answers={[
        { does: 'cancel', onPress: onClose },
        { does: 'continue', label: <Trans>Save view</Trans>, disabledBecause: full, onPress: () => void form.send() },
      ]}
    >
      <Form form={form} label={t`Save view`}>
        <TextField
          {...form.field('name', t`Name`)}
          maxLength={nameMost}
          help={isTaken ? t`Replaces the existing view with this name` : full}
        />
      </Form>
    </Modal>
  )
}
