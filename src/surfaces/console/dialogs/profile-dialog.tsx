import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { localeLookups } from '../../../contract/locales.ts'
import { type User, users } from '../../../contract/users/users.ts'
import { sso } from '../../../contract/session/sso.ts'
import { ifMatch } from '../../../kit/api.ts'
import { useRead, useRefresh } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useConfirmedClose } from '../../../parts/resource/close-guard.tsx'
import { useRejection } from '../../../parts/resource/form-rejection.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { usePerson } from '../../../parts/scope/person.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
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

/** Form fields, saved with If-Match so that another session's changes are not overwritten. */
function Fields({ user, languages, changed, onClose }: FieldsProps) {
  const { t } = useLingui()
  const { notify } = useElementContext()
  const { send } = useRuntime()
  const { settings } = useConsole()
  const refresh = useRefresh()
  const rejection = useRejection()
  const options = useMemo(() => languages.map(({ id, name: label }) => ({ id, label })), [languages])
  const form = useStoredForm({
    initial: { first_name: user.first_name, last_name: user.last_name, locale_id: user.locale.id },
    submit: rejection((body: { first_name: string; last_name: string; locale_id: number }) =>
      send(users.changeOwn, { body }, ifMatch(user.version)),
    ),
    done: ({ locale_id: id }) => {
      const code = languages.find((one) => one.id === id)?.code
      if (code && id !== user.locale.id && settings.isOwn) settings.chooseLocale(code)
      refresh(users.one, sso)
      notify({ kind: 'success', title: t`Saved Successfully` })
      onClose()
    },
  })
  const guard = useLeaveGuard(form.isDirty, { lost: form.changed })
  useLayoutEffect(() => {
    changed.current = form.changed
  })
  const { value: localeId, onChange: setLocale, ...locale } = form.field('locale_id', t`Language`)
  const chosen = options.find(({ id }) => id === localeId) ?? { id: localeId, label: user.locale.code }
  return (
    <Form form={form} label={t`Profile`}>
      <TextField {...form.field('first_name', t`First name`)} autoComplete="given-name" maxLength={80} />
      <TextField {...form.field('last_name', t`Last name`)} autoComplete="family-name" maxLength={80} />
      <Select
        {...locale}
        isRequired
        options={options}
        value={chosen}
        onChange={(one) => typeof one?.id === 'number' && setLocale(one.id)}
      />
      {guard}
      <div className="row">
        <SubmitButton form={form}>
          <Trans>Save profile</Trans>
        </SubmitButton>
      </div>
    </Form>
  )
}

/** Name and language of the user. */
export default function ProfileDialog({ onClose }: DialogProps) {
  const { i18n } = useLingui()
  const changed = useRef<readonly string[]>([])
  const { close, question } = useConfirmedClose(() => changed.current, onClose)
  const known = usePerson()
  const person = known.state === 'known' ? known.person : undefined
  const user = useRead(users.one, person ? { path: { userId: person.user_id } } : null)
  const languages = useRead(localeLookups.list, {})
  const problem = user.error ?? languages.error
  // Shows a newer version only if the form is untouched.
  const shown = useRef<number>(undefined)
  if (changed.current.length === 0) shown.current = user.data?.version
  return (
    <Modal heading={<Trans>Profile</Trans>} note={person?.email} onClose={close}>
      {question}
      {user.data && languages.data ? (
        <Fields key={shown.current} user={user.data} languages={languages.data} changed={changed} onClose={onClose} />
      ) : problem ? (
        <ErrorState
          heading={<Trans>Your profile could not be read</Trans>}
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
