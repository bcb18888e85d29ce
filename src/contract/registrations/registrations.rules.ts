import type { registrationErrors } from './registrations.ts'

type RegistrationError = (typeof registrationErrors)[number]

/** Errors that a retry can fix, because the catalogue or the advertiser may have changed. A malformed line stays malformed. */
export const retryableErrors: readonly RegistrationError[] = ['unknown', 'inactive', 'already_registered']

/** Whether a failed line can be retried. */
export const retryableRule = (code: RegistrationError | null): true | { readonly code: 'stays_so' } =>
  (code !== null && retryableErrors.includes(code)) || { code: 'stays_so' }
