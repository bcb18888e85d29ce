import type { SignInCode } from './sign-in-problem.ts'

export type ConsoleState =
  | { readonly kind: 'starting' | 'signed-out' | 'active' | 'signing-out' }
  /** Compared with the clock; ticks are not counted. */
  | { readonly kind: 'prompt'; readonly endsAt: number }
  | { readonly kind: 'failed'; readonly code: SignInCode }

export type SignOutReason = 'person' | 'expired' | 'other-tab' | 'failed'
