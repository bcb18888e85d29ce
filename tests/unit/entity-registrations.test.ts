import { expect, test } from 'vitest'
import { mayRetry } from '../../src/contract/entity-registrations.rules.ts'
import { registrationErrors } from '../../src/contract/entity-registrations.ts'

test('what the catalogue or the advertiser decides can be tried again; what is wrong with the line itself cannot', () => {
  expect(registrationErrors.filter((code) => mayRetry(code) === true)).toEqual(['unknown', 'inactive', 'already_registered'])
  expect(mayRetry(null)).toEqual({ code: 'stays_so' })
})
