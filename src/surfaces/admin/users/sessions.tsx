import { Trans, useLingui } from '@lingui/react/macro'
import { type User, users } from '../../../contract/users/users.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { useSignOutRefusal } from './columns.tsx'
import { refusalTexts } from './words.ts'

/** Ends all sessions of a user, after a question. */
function SignOut({ user }: { readonly user: User }) {
  const { t, i18n } = useLingui()
  const { isReadonly } = useAdmin()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const viewer = useViewer()
  const isSelf = viewer.state === 'known' && viewer.person?.user_id === user.user_id
  const refusal = useSignOutRefusal()(user)
  if (isReadonly) return null
  const signOut = async () => {
    const isSure = await confirm({
      heading: <Trans>Sign out everywhere?</Trans>,
      text: isSelf ? (
        <Trans>All your browsers have to sign in again, also this one.</Trans>
      ) : (
        <Trans>Every browser of the user has to sign in again.</Trans>
      ),
      does: 'continue',
      label: <Trans>Sign out everywhere</Trans>,
    })
    if (!isSure) return
    await mutate(
      users.endSessions,
      { path: { userId: user.user_id } },
      { stale: adminData, title: t`Signed out everywhere`, text: user.email },
    ).catch(showError(t`The sessions were not ended`, refusalTexts(i18n).all))
  }
  return (
    <div className="row">
      <Button disabledBecause={refusal} onPress={() => void signOut()}>
        <Trans>Sign out everywhere</Trans>
      </Button>
      {question}
    </div>
  )
}

/** The sessions of a user at the platform's own identity provider. */
export default function Sessions({ user }: { readonly user: User }) {
  const zone = ownZone()
  const read = useRead(users.sessions, { path: { userId: user.user_id } })
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to users.</Trans>} />
  return (
    <div className="detail-tab">
      <ResourceGate read={read} height={160} brokenHeading={<Trans>Couldn’t load the sessions</Trans>} refused={refused} missing={refused}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <EmptyState
              heading={<Trans>No sessions</Trans>}
              text={<Trans>The user is not signed in, or signs in at another identity provider.</Trans>}
            />
          ) : (
            <table className="admin-table">
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Signed in</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Last used</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Ends if not used</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {sessions.map(({ signed_in_at, used_at, ends_at }) => (
                  <tr key={signed_in_at + ends_at}>
                    {[signed_in_at, used_at, ends_at].map((moment, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: three columns in a fixed order
                      <td key={index}>
                        <DateTimeText moment={moment} zone={zone} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </ResourceGate>
      <SignOut user={user} />
    </div>
  )
}
