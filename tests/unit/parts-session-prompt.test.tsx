// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { sessionTimes } from '../../src/kit/session/times.ts'
import { signInCodes } from '../../src/kit/session/sign-in-problem.ts'
import { signInTexts } from '../../src/parts/account/sign-in-texts.ts'

test("every reason for the end of a session has the specification's title and text", () => {
  const said = Object.fromEntries(signInCodes.map((code) => [code, [signInTexts[code].title.message, signInTexts[code].text.message]]))
  expect(said).toMatchObject({
    expired: ['Authentication Failed', 'Your session has expired.'],
    not_authenticated: ['Authentication Failed', 'Session has expired; not authenticated'],
    user_not_found: ['Authentication Failed', 'Your user was not found'],
    refresh_failed: ['Refresh Token Error', 'We could not refresh this session'],
    callback_error: ['Login Error', 'There was an issue with our authentication service'],
    no_client: ['Login Error', 'The identity client is not defined.'],
    logout_failed: ['Failed to logout', expect.any(String)],
    provider_down: ['Error', expect.any(String)],
  })
  expect([sessionTimes.promptMs, sessionTimes.logoutWarningMs, sessionTimes.logoutWaitMs]).toEqual([60_000, 1000, 1500])
})
