import { msg } from '@lingui/core/macro'
import type { RegistrationDetail, RegistrationEvent } from '../../../contract/registrations/registrations.ts'

/** Why a line was not registered. */
export const errorWords = {
  malformed: msg`Invalid format`,
  duplicate: msg`Duplicate ID`,
  unknown: msg`ID not found`,
  inactive: msg`Inactive`,
  already_registered: msg`Already registered`,
} satisfies Record<NonNullable<RegistrationDetail['error_code']>, unknown>

export const sourceWords = { list: msg`Pasted list`, csv: msg`File` } satisfies Record<RegistrationEvent['source'], unknown>
