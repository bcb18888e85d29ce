import { expect, test } from 'vitest'
import { partnerClient, partnerPermissions, subjectOf, visitorKey } from '../../src/parts/scope/token-claims.ts'

const token = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.end`
const visitor = (user: string) =>
  token({ sub: 'partner:shop', placard_partner: { user, permissions: ['reports.read'], member_group_id: 1 } })

test('a token contains its user and the permissions of a visitor, if it is readable', () => {
  expect(subjectOf(token({ sub: 'ailsa' }))).toBe('ailsa')
  expect(partnerPermissions(token({ sub: 'ailsa' }))).toBeUndefined()
  expect([partnerPermissions(visitor('one')), partnerClient(visitor('one'))]).toEqual([{ 'reports.read': true }, 1])
  for (const odd of [undefined, '', 'a.b.c', token(null), token({ sub: 7 })])
    expect([subjectOf(odd), visitorKey(odd)]).toEqual([undefined, ''])
})

test('two visitors of one partner differ, and so do a visitor and a user', () => {
  const everybody = [visitor('one'), visitor('two'), token({ sub: 'partner:shop' }), token({ sub: 'ailsa' })]
  expect(new Set(everybody.map(visitorKey)).size).toBe(4)
})
