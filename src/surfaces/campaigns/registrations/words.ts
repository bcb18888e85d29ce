import { msg } from '@lingui/core/macro'
import type { RegistrationDetail, RegistrationEvent } from '../../../contract/registrations/registrations.ts'

/** Short names of the errors. */
export const errorWords = {
  malformed: msg`Unreadable`,
  duplicate: msg`Named twice`,
  unknown: msg`Unknown id`,
  inactive: msg`Inactive`,
  already_registered: msg`Registered before`,
} satisfies Record<NonNullable<RegistrationDetail['error_code']>, unknown>

export const sourceWords = { list: msg`Typed`, csv: msg`File` } satisfies Record<RegistrationEvent['source'], unknown>
