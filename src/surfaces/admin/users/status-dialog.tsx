import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { UserRefusal } from '../../../contract/users/users.rules.ts'
import { Modal } from '../../../ui/dialog/modal.tsx'
import type { PlannedStatus } from './status.tsx'
import { refusalWords } from './words.ts'

interface StatusDialogProps {
  readonly planned: PlannedStatus
  readonly apply: () => Promise<void>
  readonly onClose: () => void
}

/** How many users each reason refuses. */
function refusalsOf({ outcomes }: PlannedStatus): readonly (readonly [UserRefusal, number])[] {
  const counts = new Map<UserRefusal, number>()
  for (const { code } of outcomes) if (code) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts]
}

/** What activating or deactivating users would do, before it is done. */
export default function StatusDialog({ planned, apply, onClose }: StatusDialogProps) {
  const { t, i18n } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const { status, outcomes } = planned
  const [changed, unchanged] = (['changed', 'unchanged'] as const).map((kind) => outcomes.filter(({ outcome }) => outcome === kind).length)
  const refusals = refusalsOf(planned)
  const isActivation = status === 'active'
  const change = async () => {
    setBusy(true)
    await apply()
    onClose()
  }
  return (
    <Modal
      heading={isActivation ? <Trans>Activate users</Trans> : <Trans>Deactivate users</Trans>}
      isBusy={isBusy}
      onClose={onClose}
      actions={[
        { does: 'cancel', onPress: onClose },
        {
          does: 'continue',
          label: isActivation ? <Trans>Activate</Trans> : <Trans>Deactivate</Trans>,
          disabledBecause: changed === 0 ? t`None of the users can be changed` : undefined,
          onPress: () => void change(),
        },
      ]}
    >
      <p>
        {isActivation
          ? t`${plural(changed ?? 0, { one: '# user can sign in again.', other: '# users can sign in again.' })}`
          : t`${plural(changed ?? 0, {
              one: '# user is signed out everywhere and cannot sign in.',
              other: '# users are signed out everywhere and cannot sign in.',
            })}`}
      </p>
      {(unchanged ?? 0) > 0 && (
        <p className="quiet">
          {isActivation
            ? t`${plural(unchanged ?? 0, { one: '# user is active already.', other: '# users are active already.' })}`
            : t`${plural(unchanged ?? 0, { one: '# user is inactive already.', other: '# users are inactive already.' })}`}
        </p>
      )}
      {refusals.length > 0 && (
        <>
          <p>
            <Trans>Not changed:</Trans>
          </p>
          <ul>
            {refusals.map(([code, count]) => (
              <li key={code}>
                {t`${plural(count, { one: '# user', other: '# users' })}`}: {i18n._(refusalWords[code])}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
