import { useLingui } from '@lingui/react/macro'
import { type UserRow, users } from '../../../contract/users/users.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { adminData } from '../context.tsx'
import { refusalTexts } from './words.ts'

/** Sends an invitation again; links of earlier ones stop working. */
export function useInvitation() {
  const { t, i18n } = useLingui()
  const { mutate, showError } = useMutate()
  return ({ user_id: userId, email }: Pick<UserRow, 'user_id' | 'email'>) =>
    mutate(users.resendEmail, { path: { userId } }, { stale: adminData, title: t`Invitation sent`, text: email }).catch(
      showError(t`The invitation was not sent`, refusalTexts(i18n).all),
    )
}
