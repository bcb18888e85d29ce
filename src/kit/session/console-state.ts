import type { SignInCode } from './sign-in-problem.ts'

export type ConsoleState =
  | { readonly kind: 'starting' | 'signed-out' | 'active' | 'signing-out' }
  /** By the clock, not by ticks. */
  | { readonly kind: 'prompt'; readonly endsAt: number }
  | { readonly kind: 'failed'; readonly code: SignInCode }

export type SignOutReason = 'person' | 'expired' | 'other-tab' | 'failed'
