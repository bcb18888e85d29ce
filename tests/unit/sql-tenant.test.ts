import { expect, test } from 'vitest'
import { tenant } from '../../demo/platform/sql/tenant.ts'

test('the tenant is the client of the request', () => {
  expect(tenant({ scope: { memberGroupId: 7, advertisers: 'all' } })).toBe(7)
})

test('a request without a client is a programming error, not a refusal', () => {
  const fault = () => tenant({ scope: { memberGroupId: undefined, advertisers: 'all' } })
  expect(fault).toThrow(new Error('The request has no client'))
})
