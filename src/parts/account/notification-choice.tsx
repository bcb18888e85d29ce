import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { notificationTypes, type User, users } from '../../contract/users/users.ts'
import { useRead } from '../../kit/cache.tsx'
import { useAttempt, useMutate } from '../../kit/mutate.ts'
import { problemText } from '../../kit/problem.ts'
import { Switch } from '../../ui/form/checkbox.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import { ErrorState, LoadingSkeleton, NoPermission } from '../../ui/states.tsx'
import css from './notification-choice.css'

addStyles(css)

type NotificationType = (typeof notificationTypes)[number]
const words: Readonly<Record<NotificationType, readonly [MessageDescriptor, MessageDescriptor]>> = {
  budgets: [msg`Budgets`, msg`A campaign is about to run out of budget`],
  campaigns: [msg`Campaigns`, msg`An active campaign stopped serving because of its ad groups, bids or insertion order`],
  funds: [msg`Funds`, msg`A campaign stopped serving: no funds left or spend limit reached`],
  insertion_orders: [msg`Insertion orders`, msg`An insertion order waits for your approval, or yours was approved or closed`],
  reports: [msg`Reports`, msg`Scheduled emails of one of your reports stopped`],
  reviews: [msg`Reviews`, msg`A campaign was approved or rejected`],
}

/** A switch for one kind of mail. It changes at once, and back with an error notice if saving fails. */
function Choice({ userId, type, isOn }: { readonly userId: number; readonly type: NotificationType; readonly isOn: boolean }) {
  const { i18n, t } = useLingui()
  const { mutate, showError } = useMutate()
  const { isPending, attempt } = useAttempt()
  const [wanted, setWanted] = useState<boolean>()
  const [name, help] = words[type]
  const change = async (enabled: boolean) => {
    setWanted(enabled)
    const write = mutate(users.notify, { path: { userId, type }, body: { enabled } }, { stale: [users.one] })
    const refused = (error: unknown) => {
      setWanted(undefined)
      showError(t`Change not saved`)(error)
    }
    await attempt(write.catch(refused))
  }
  return <Switch label={i18n._(name)} help={i18n._(help)} value={wanted ?? isOn} isBusy={isPending} onChange={(on) => void change(on)} />
}

const isEnabled = ({ notifications }: User, type: NotificationType) => notifications.find((one) => one.type === type)?.enabled ?? true

/** The user's email notification settings. */
export function NotificationChoice({ userId }: { readonly userId: number }) {
  const { i18n, t } = useLingui()
  const { data, error, mutate } = useRead(users.one, { path: { userId } })
  if (error?.kind === 'refused' || error?.kind === 'missing') return <NoPermission text={t`Ask your account administrator for access.`} />
  if (error && !data)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load your notification settings</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <LoadingSkeleton height={200} />
  return (
    <fieldset className="notifications">
      <legend className="unseen">
        <Trans>Email me when</Trans>
      </legend>
      {notificationTypes.map((type) => (
        <Choice key={type} userId={userId} type={type} isOn={isEnabled(data, type)} />
      ))}
    </fieldset>
  )
}
