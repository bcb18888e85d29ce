import { describe, expect, test } from 'vitest'
import { retryableRule } from '../../src/contract/registrations/registrations.rules.ts'
import { registrationErrors } from '../../src/contract/registrations/registrations.ts'
import { registrantOf } from '../../src/surfaces/campaigns/registrations/registrant.tsx'

test('a failure that depends on the catalogue or the advertiser can be retried, one of the line itself cannot', () => {
  expect(registrationErrors.filter((code) => retryableRule(code) === true)).toEqual(['unknown', 'inactive', 'already_registered'])
  expect(retryableRule(null)).toEqual({ code: 'stays_so' })
})

describe('the advertisers to register for', () => {
  test.each([
    ['the advertiser of the element, whoever the address names', { advertiserIds: [7], named: 8, only: undefined }, 7],
    ['the one that the address names', { advertiserIds: undefined, named: 8, only: undefined }, 8],
    ['the one that the address names, also for whoever has one alone', { advertiserIds: undefined, named: 8, only: 9 }, 8],
    ['the only one, where the address names none', { advertiserIds: undefined, named: undefined, only: 9 }, 9],
    ['one of those of the element', { advertiserIds: [7, 8], named: 8, only: undefined }, 8],
    ['nobody, where the address names one that is not of the element', { advertiserIds: [7, 8], named: 9, only: undefined }, undefined],
  ])('are %s', (_, known, found) => expect(registrantOf(known)).toBe(found))
})
