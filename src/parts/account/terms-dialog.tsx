import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { terms } from '../../contract/session/terms.ts'
import { useAttempt, useMutate } from '../../kit/mutate.ts'
import { problemText } from '../../kit/problem.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import type { DialogAction } from '../../ui/dialog/actions.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'

interface AcceptProps {
  /** Called when the user declines the terms. */
  readonly onDecline?: () => void
  readonly memberGroupId: number
  readonly url: string
}

/** Asks the user to accept the client's terms. The screens stay closed until the platform has stored the answer. */
export default function TermsDialog({ memberGroupId, url, onDecline }: AcceptProps) {
  const { t, i18n } = useLingui()
  const [isRead, setRead] = useState(false)
  const [isTried, setTried] = useState(false)
  const { mutate } = useMutate()
  const { isPending, problem, attempt } = useAttempt()
  const say = () => {
    setTried(true)
    if (!isRead) return
    const call = { path: { memberGroupId }, body: { terms_conditions_url: url } }
    // After a conflict the terms have changed, so the new ones are loaded.
    void attempt(mutate(terms.accept, call, { stale: [terms.one] }))
  }
  const actions: DialogAction[] = [
    ...(onDecline ? [{ does: 'exit' as const, label: t`Sign out`, onPress: onDecline }] : []),
    { does: 'continue', label: t`Accept and continue`, onPress: say },
  ]
  return (
    <Modal heading={<Trans>Terms and conditions</Trans>} requiresChoice isBusy={isPending} actions={actions} onClose={() => undefined}>
      <div className="report">
        <p>
          <Trans>Read and accept this client’s terms and conditions to continue.</Trans>{' '}
          <a className="link" href={url} target="_blank" rel="noreferrer">
            <Trans>Open the terms in a new window</Trans>
          </a>
        </p>
        <Checkbox
          label={t`I have read and accept the terms and conditions`}
          isRequired
          value={isRead}
          onChange={setRead}
          {...(isTried && !isRead && { fault: { code: 'required' as const, of: 'yes' as const } })}
        />
        {problem && (
          <Callout kind="error" heading={<Trans>Couldn’t save your acceptance</Trans>} isAnnounced>
            {problemText(problem, i18n)} <Trans>The terms are not accepted yet. Try again.</Trans>
          </Callout>
        )}
      </div>
    </Modal>
  )
}
