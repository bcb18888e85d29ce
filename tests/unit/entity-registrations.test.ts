import { describe, expect, test } from 'vitest'
import { retryableRule } from '../../src/contract/registrations/registrations.rules.ts'
import { registrationErrors } from '../../src/contract/registrations/registrations.ts'
import { registrantOf } from '../../src/surfaces/campaigns/registrations/registrant.tsx'

test('a failure that depends on the catalogue or the advertiser can be retried, one of the line itself cannot', () => {
  expect(registrationErrors.filter((code) => retryableRule(code) === true)).toEqual(['unknown', 'inactive', 'already_registered'])
  expect(retryableRule(null)).toEqual({ code: 'stays_so' })
})

describe('the advertiser whose entities are registered', () => {
  test.each([
    [
      'the advertiser of the element, even if the URL names another one',
      { advertiserIds: [7], urlAdvertiserId: 8, onlyAdvertiserId: undefined },
      7,
    ],
    ['the one that the URL names', { advertiserIds: undefined, urlAdvertiserId: 8, onlyAdvertiserId: undefined }, 8],
    [
      'the one that the URL names, even if the user has only one other',
      { advertiserIds: undefined, urlAdvertiserId: 8, onlyAdvertiserId: 9 },
      8,
    ],
    ['the only one of the user, if the URL names none', { advertiserIds: undefined, urlAdvertiserId: undefined, onlyAdvertiserId: 9 }, 9],
    ['the one that the URL names, if the element allows it', { advertiserIds: [7, 8], urlAdvertiserId: 8, onlyAdvertiserId: undefined }, 8],
    [
      'none, if the URL names one that the element does not allow',
      { advertiserIds: [7, 8], urlAdvertiserId: 9, onlyAdvertiserId: undefined },
      undefined,
    ],
  ])('is %s', (_, sources, expected) => expect(registrantOf(sources)).toBe(expected))
})
