import { Trans } from '@lingui/react/macro'
import { NotificationChoice } from '../../../parts/account/notification-choice.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import type { DialogProps } from './dialogs.tsx'

/** E-mail notification settings of the user. */
export default function NotificationsDialog({ onClose }: DialogProps) {
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  return (
    <Modal
      heading={<Trans>Email notifications</Trans>}
      note={<Trans>Choose which emails you receive. Changes are saved automatically.</Trans>}
      onClose={onClose}
    >
      {userId !== undefined && <NotificationChoice userId={userId} />}
    </Modal>
  )
}
