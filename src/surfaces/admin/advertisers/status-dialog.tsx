import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Modal } from '../../../ui/dialog/modal.tsx'
import type { PlannedStatus } from './status.tsx'

interface StatusDialogProps {
  readonly planned: PlannedStatus
  readonly apply: () => Promise<void>
  readonly onClose: () => void
}

/** What activating or deactivating advertisers would do, before it is done. */
export default function StatusDialog({ planned: { status, outcomes }, apply, onClose }: StatusDialogProps) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const isActivation = status === 'active'
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed')
  const count = changed.length
  const unchanged = outcomes.length - count
  const campaigns = changed.reduce((sum, { active_campaigns }) => sum + active_campaigns, 0)
  const pending = changed.filter((outcome) => outcome.status === 'pending').length
  const change = async () => {
    setBusy(true)
    await apply()
    onClose()
  }
  return (
    <Modal
      heading={isActivation ? <Trans>Activate advertisers</Trans> : <Trans>Deactivate advertisers</Trans>}
      isBusy={isBusy}
      onClose={onClose}
      actions={[
        { does: 'cancel', onPress: onClose },
        {
          does: 'continue',
          label: isActivation ? <Trans>Activate</Trans> : <Trans>Deactivate</Trans>,
          disabledBecause: count === 0 ? t`None of the advertisers changes` : undefined,
          onPress: () => void change(),
        },
      ]}
    >
      <p>
        {isActivation
          ? t`${plural(count, { one: '# advertiser can advertise.', other: '# advertisers can advertise.' })}`
          : t`${plural(count, { one: '# advertiser stops advertising.', other: '# advertisers stop advertising.' })}`}{' '}
        {campaigns > 0 &&
          (isActivation
            ? t`${plural(campaigns, { one: '# active campaign can serve.', other: '# active campaigns can serve.' })}`
            : t`${plural(campaigns, { one: '# active campaign stops serving.', other: '# active campaigns stop serving.' })}`)}
      </p>
      {pending > 0 && (
        <p>
          {t`${plural(pending, {
            one: '# advertiser is pending. It cannot become pending again.',
            other: '# advertisers are pending. They cannot become pending again.',
          })}`}
        </p>
      )}
      {unchanged > 0 && (
        <p className="quiet">
          {isActivation
            ? t`${plural(unchanged, { one: '# advertiser is active already.', other: '# advertisers are active already.' })}`
            : t`${plural(unchanged, { one: '# advertiser is inactive already.', other: '# advertisers are inactive already.' })}`}
        </p>
      )}
    </Modal>
  )
}
