import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useMemo, useRef } from 'react'
import { localeLookups } from '../../../contract/locales.ts'
import { type User, users } from '../../../contract/users/users.ts'
import { sso } from '../../../contract/session/sso.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { problemText } from '../../../kit/problem.ts'
import { useConfirmedClose } from '../../../parts/resource/close-guard.tsx'
import { type FormOf, ResourceForm, type Save } from '../../../parts/resource/form.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { ErrorState, LoadingSkeleton } from '../../../ui/states.tsx'
import { useConsole } from '../context.tsx'
import type { DialogProps } from './dialogs.tsx'

interface FieldsProps {
  readonly user: User
  readonly languages: readonly { readonly id: number; readonly code: string; readonly name: string }[]
  /** Labels of unsaved changes. */
  readonly changed: RefObject<readonly string[]>
  readonly onClose: () => void
}

type Values = { first_name: string; last_name: string; locale_id: number }

/** Form fields, saved with If-Match so that another session's changes are not overwritten. */
function ProfileFields({ user, languages, changed, onClose }: FieldsProps) {
  const { t } = useLingui()
  const { settings } = useConsole()
  const { mutate } = useMutate()
  const options = useMemo(() => languages.map(({ id, name: label }) => ({ id, label })), [languages])
  const save = (body: Values, { version }: Save<Values>) =>
    mutate(users.changeOwn, { body }, { version, stale: [users.one, sso], title: t`Saved Successfully` })
  const onSaved = ({ locale_id: id }: Values) => {
    const code = languages.find((item) => item.id === id)?.code
    if (code && id !== user.locale.id && settings.ownsPage) settings.chooseLocale(code)
    onClose()
  }
  const fields = (form: FormOf<Values>) => {
    changed.current = form.changed
    const { value: localeId, onChange: setLocale, ...locale } = form.field('locale_id', t`Language`)
    const chosen = options.find(({ id }) => id === localeId) ?? { id: localeId, label: user.locale.code }
    return (
      <>
        <TextField {...form.field('first_name', t`First name`)} autoComplete="given-name" maxLength={80} />
        <TextField {...form.field('last_name', t`Last name`)} autoComplete="family-name" maxLength={80} />
        <Select
          {...locale}
          isRequired
          options={options}
          value={chosen}
          onChange={(item) => typeof item?.id === 'number' && setLocale(item.id)}
        />
      </>
    )
  }
  return (
    <ResourceForm<Values>
      name="profile"
      label={t`Profile`}
      initial={{ first_name: user.first_name, last_name: user.last_name, locale_id: user.locale.id }}
      version={user.version}
      save={save}
      done={onSaved}
      submit={<Trans>Save profile</Trans>}
      savesUnchanged
    >
      {fields}
    </ResourceForm>
  )
}

/** Name and language of the user. */
export default function ProfileDialog({ onClose }: DialogProps) {
  const { i18n } = useLingui()
  const changed = useRef<readonly string[]>([])
  const { close, question } = useConfirmedClose(() => changed.current, onClose)
  const viewer = useViewer()
  const person = viewer.state === 'known' ? viewer.person : undefined
  const user = useRead(users.one, person ? { path: { userId: person.user_id } } : null)
  const languages = useRead(localeLookups.list, {})
  const problem = user.error ?? languages.error
  return (
    <Modal heading={<Trans>Profile</Trans>} note={person?.email} onClose={close}>
      {question}
      {user.data && languages.data ? (
        <ProfileFields user={user.data} languages={languages.data} changed={changed} onClose={onClose} />
      ) : problem ? (
        <ErrorState
          heading={<Trans>Couldn’t load your profile</Trans>}
          reason={problemText(problem, i18n)}
          requestId={problem.requestId}
          onRetry={() => void Promise.allSettled([user.mutate(), languages.mutate()])}
        />
      ) : (
        <LoadingSkeleton height={120} />
      )}
    </Modal>
  )
}
