import { Trans, useLingui } from '@lingui/react/macro'
import { Modal } from '../../../ui/dialog/modal.tsx'
import type { UnsavedPart } from './unsaved.tsx'

interface ReviewDialogProps {
  readonly parts: readonly UnsavedPart[]
  readonly disabledBecause: string | undefined
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Every unsaved change, before and after. */
export default function ReviewDialog({ parts, disabledBecause, onSave, onClose }: ReviewDialogProps) {
  const { t } = useLingui()
  return (
    <Modal
      heading={<Trans>Review changes</Trans>}
      size="2xl"
      onClose={onClose}
      actions={[
        { does: 'cancel', onPress: onClose },
        { does: 'continue', label: t`Save`, disabledBecause, onPress: onSave },
      ]}
    >
      {parts.map(({ id, label, rows }) => (
        <table key={id} className="admin-table">
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Field</Trans>
              </th>
              <th scope="col">
                <Trans>Before</Trans>
              </th>
              <th scope="col">
                <Trans>After</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, label: name, before, after }) => (
              <tr key={field}>
                <th scope="row">{name}</th>
                <td dir="auto">{before}</td>
                <td dir="auto">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Modal>
  )
}
