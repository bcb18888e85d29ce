import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type User, users } from '../../../contract/users/users.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { type Tab, Tabs } from '../../../parts/navigation/tabs.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { retryImport } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { useAdmin } from '../context.tsx'
import { userEditPath, usersPath } from '../links.ts'
import { shownName, useUserRefusal } from './columns.tsx'
import EditScreen from './edit.tsx'
import { UserGate } from './gate.tsx'
import { useInvitation } from './invitation.ts'
import { UserOverview } from './overview.tsx'
import { useStatusChange } from './status.tsx'
import { refusalTexts } from './words.ts'

const Sessions = lazy(() => retryImport(() => import('./sessions.tsx'), 1))
const History = lazy(() => retryImport(() => import('./history.tsx'), 1))

const lateTab = (panel: Tab['panel']) => () => <Suspense fallback={<LoadingSkeleton height={240} />}>{panel()}</Suspense>

/** Removes a user after a question, and leads back to the list. */
function useRemoval(user: User) {
  const { t, i18n } = useLingui()
  const { go } = usePath()
  const { emit, place } = useAdmin()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const remove = async () => {
    const { user_id: userId, email } = user
    const isSure = await confirm({
      heading: t`Remove ${email}?`,
      text: <Trans>The user is signed out everywhere and loses all access. The email can be invited again.</Trans>,
      does: 'delete',
      label: <Trans>Remove user</Trans>,
    })
    if (!isSure) return
    const removed = mutate(
      users.remove,
      { path: { userId } },
      {
        // Only lists: the user is still on screen, and reading them again would fail.
        stale: [users.report, users.clientReport, users.advertiserReport],
        event: () => emit('ad-user-removed', { user_id: userId }),
        title: t`User removed`,
        text: email,
      },
    )
    await removed.then(() => go(usersPath(place), t`Users`), showError(t`The user was not removed`, refusalTexts(i18n).all))
  }
  return { remove, question }
}

function UserActions({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const { go } = usePath()
  const { isReadonly, place } = useAdmin()
  const refusal = useUserRefusal()(user)
  const mayNotEdit = useDisabledReason()({ permissions: ['users.change'] })
  const mayNotInvite = useDisabledReason()({ permissions: ['users.create'] })
  const mayNotRemove = useDisabledReason()({ permissions: ['users.remove'] })
  const resend = useInvitation()
  const { change, dialog } = useStatusChange()
  const { remove, question } = useRemoval(user)
  if (isReadonly) return null
  const isActive = user.status === 'active'
  const acts: Readonly<Record<string, () => void>> = {
    resend: () => void resend(user),
    status: () => void change([user.user_id], isActive ? 'inactive' : 'active'),
    remove: () => void remove(),
  }
  return (
    <>
      <Button kind="primary" disabledBecause={mayNotEdit} onPress={() => go(userEditPath(user.user_id, place), shownName(user))}>
        <Trans>Edit user</Trans>
      </Button>
      <Menu
        label={t`More actions`}
        onSelect={(id) => acts[id]?.()}
        items={[
          ...(user.is_set_up || !isActive
            ? []
            : [{ id: 'resend', label: t`Send the invitation again`, disabledBecause: mayNotInvite ?? refusal }]),
          { id: 'status', label: isActive ? t`Deactivate` : t`Activate`, disabledBecause: refusal },
          { id: 'remove', label: t`Remove user`, isDanger: true, isParted: true, disabledBecause: mayNotRemove ?? refusal },
        ]}
      >
        <Icon shape={more} />
      </Menu>
      {dialog}
      {question}
    </>
  )
}

function UserPage({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const { place } = useAdmin()
  const linkTo = usePathLink()
  const path = { userId: user.user_id }
  const tabs: Tab[] = [
    { id: 'overview', label: t`Overview`, panel: () => <UserOverview user={user} /> },
    { id: 'sessions', label: t`Sessions`, panel: lateTab(() => <Sessions user={user} />) },
    { id: 'history', label: t`History`, panel: lateTab(() => <History path={path} version={user.version} />) },
  ]
  return (
    <DetailPage>
      <DetailHeader
        back={{ target: linkTo(usersPath(place), t`Users`), label: <Trans>All users</Trans> }}
        name={shownName(user)}
        actions={<UserActions user={user} />}
      >
        <p className="quiet" dir="auto">
          {user.email}
        </p>
        <div className="row detail-standing">
          <StatusBadge status={user.status} />
        </div>
      </DetailHeader>
      <Tabs label={t`User`} tabs={tabs} />
    </DetailPage>
  )
}

/** The page of a user: at the platform, a client or an advertiser. `?tab=edit` opens the form where no other address does. */
export default function UserScreen({ params }: { readonly params: ScreenParams }) {
  const { query } = usePath()
  const userId = parseId(params.userId)
  const read = useRead(users.one, userId === undefined ? null : { path: { userId } })
  if (query.get('tab') === 'edit') return <EditScreen params={params} />
  return <UserGate read={read}>{(user) => <UserPage key={user.user_id} user={user} />}</UserGate>
}
