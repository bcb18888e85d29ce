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
      heading="Rename what is selected"
      note="What has a name of its own keeps it; everything else is called what you say here."
      size="sm"
      answers={[
        { does: 'cancel', onPress: onClose },
        { does: 'continue', label: 'Rename', onPress: () => void form.send() },
      ]}
      onClose={onClose}
    >
      <Callout kind="error" heading="None of the campaigns that are selected could be renamed at the last attempt">
        Two of them are under review, and one of them has ended since they were selected. What is under review can be renamed later.
      </Callout>
      <Form form={form} label="Rename what is selected">
        <TextField {...form.field('name', 'Name')} maxLength={40} />
      </Form>
    </Modal>
  )
}
