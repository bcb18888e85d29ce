import { Trans, useLingui } from '@lingui/react/macro'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type User, type UserChange, users } from '../../../contract/users/users.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import type { Save } from '../../../parts/resource/form.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { SettingsForm } from '../frame/settings-form.tsx'
import { userPath } from '../links.ts'
import { useTenantNames, type TenantNames } from '../tenants/names.ts'
import { useUserRefusal, shownName } from './columns.tsx'
import { UserFields } from './fields.tsx'
import { changeOf, formTextOf, userRules, type UserValues, valuesOf } from './values.ts'
import { UserGate } from './gate.tsx'
import { refusalTexts } from './words.ts'

interface EditFormProps {
  readonly user: User
  readonly names: TenantNames
}

function EditForm({ user, names }: EditFormProps) {
  const { t, i18n } = useLingui()
  const { emit, isReadonly } = useAdmin()
  const { mutate } = useMutate()
  const mayNot = useDisabledReason()({ permissions: ['users.change'] })
  const refusal = useUserRefusal()(user)
  const save = (values: UserValues, { version }: Save<UserValues>) =>
    mutate(
      users.change,
      { path: { userId: user.user_id }, body: changeOf(user, values) satisfies UserChange },
      {
        version,
        stale: adminData,
        event: () => emit('ad-user-changed', { user_id: user.user_id }),
        title: t`User saved`,
        text: user.email,
      },
    )
  return (
    <SettingsForm<UserValues>
      name={`user ${user.user_id}`}
      label={t`User`}
      initial={valuesOf(user, names, i18n)}
      version={user.version}
      rules={userRules}
      save={save}
      texts={refusalTexts(i18n)}
      textOf={formTextOf(i18n)}
    >
      {(form) => <UserFields form={form} isReadonly={isReadonly || mayNot !== undefined} accessRefusal={refusal} />}
    </SettingsForm>
  )
}

/** The form of a user: names, language, roles and access. */
export default function EditScreen({ params }: { readonly params: ScreenParams }) {
  const userId = parseId(params.userId)
  const read = useRead(users.one, userId === undefined ? null : { path: { userId } })
  return <UserGate read={read}>{(user) => <EditPage key={user.user_id} user={user} />}</UserGate>
}

function EditPage({ user }: { readonly user: User }) {
  const { place } = useAdmin()
  const linkTo = usePathLink()
  const { names, isLoading } = useTenantNames(user.access)
  return (
    <DetailPage>
      <DetailHeader
        back={{ target: linkTo(userPath(user.user_id, place), shownName(user)), label: <span dir="auto">{user.email}</span> }}
        name={
          <h2>
            <Trans>Edit user</Trans>
          </h2>
        }
      />
      {isLoading ? <LoadingSkeleton height={320} /> : <EditForm user={user} names={names} />}
    </DetailPage>
  )
}
