import { required } from '../../../contract/fields/fields.rules.ts'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { Form } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'

/** A narrow dialog with long error texts, opened from a bar whose own text does not wrap. */
export function NarrowDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useStoredForm(
    {
      initial: { name: '' },
      rules: { name: [required] },
      submit: async () => ({ text: 'This has changed since you opened it. Review the latest version, then try again.', fields: [] }),
    },
    'narrow dialog',
  )
  return (
    <Modal
      heading="Rename selected campaigns"
      note="Campaigns with a custom name keep it. All others get the new name."
      size="sm"
      actions={[
        { does: 'cancel', onPress: onClose },
        { does: 'continue', label: 'Rename', onPress: () => void form.send() },
      ]}
      onClose={onClose}
    >
      <Callout kind="error" heading="None of the selected campaigns could be renamed in the last attempt">
        Two campaigns are under review and one has ended since you selected them. You can rename the two after their review.
      </Callout>
      <Form form={form} label="Rename selected campaigns">
        <TextField {...form.field('name', 'Name')} maxLength={40} />
      </Form>
    </Modal>
  )
}
