import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SignInCode } from '../../kit/session/sign-in-problem.ts'

interface SignInText {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
}

const failed = msg`Authentication Failed`

/** Title and text of the notice for each sign-in error. Keep the wording exactly. */
export const signInTexts: Readonly<Record<SignInCode, SignInText>> = {
  expired: { title: failed, text: msg`Your session has expired.` },
  not_authenticated: { title: failed, text: msg`Session has expired; not authenticated` },
  user_not_found: { title: failed, text: msg`Your user was not found` },
  refresh_failed: { title: msg`Refresh Token Error`, text: msg`We could not refresh this session` },
  callback_error: { title: msg`Login Error`, text: msg`There was an issue with our authentication service` },
  no_client: { title: msg`Login Error`, text: msg`The identity client is not defined.` },
  provider_down: { title: msg`Error`, text: msg`The sign-in service is not responding. We keep trying; your work is safe.` },
  logout_failed: { title: msg`Failed to logout`, text: msg`You are signed out of this app. To sign out everywhere, close the browser.` },
}
