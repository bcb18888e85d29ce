import type { SafeStorage } from '../safe-storage.ts'

/** Why a user is not signed in. */
export const signInCodes = [
  'expired',
  'not_authenticated',
  'user_not_found',
  'refresh_failed',
  'callback_error',
  'no_client',
  'provider_down',
  'logout_failed',
] as const
export type SignInCode = (typeof signInCodes)[number]

const key = 'placard-sign-in-problem'

/** Stores a problem for the sign-in page that opens next. */
export const rememberProblem = (memory: SafeStorage, code: SignInCode) => memory.set(key, code)

/** Returns the problem once. */
export function takeProblem(memory: SafeStorage): SignInCode | undefined {
  const stored = memory.get(key)
  memory.remove(key)
  return signInCodes.find((code) => code === stored)
}
