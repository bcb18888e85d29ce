import type { registrationErrors } from './registrations.ts'

type RegistrationError = (typeof registrationErrors)[number]

/** What may come out otherwise a second time, because the catalogue or the advertiser has changed; a line that could not be read stays so. */
export const retryableErrors: readonly RegistrationError[] = ['unknown', 'inactive', 'already_registered']

/** Whether a failed line can be tried again. */
export const mayRetry = (code: RegistrationError | null): true | { readonly code: 'stays_so' } =>
  (code !== null && retryableErrors.includes(code)) || { code: 'stays_so' }
