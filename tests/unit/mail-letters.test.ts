import { expect, test } from 'vitest'
import { campaignLetter, oneLine, orderLetter } from '../../demo/platform/mail/letters.ts'

const halfCharacter = /\p{Surrogate}/u
const smiles = '😀'.repeat(200)
const news = {
  member_group_id: 1,
  insertion_order_id: 7,
  event: 'closed',
  version_id: 1,
  by: smiles,
  isInForce: true,
  isProposal: false,
  since: null,
} as const

test.each([smiles, `a${smiles}`])('a long text in a mail ends with a whole character: %#', (long) => {
  expect(oneLine(long)).not.toMatch(halfCharacter)
  expect([...oneLine(long)]).toHaveLength(80)
  expect([...oneLine(long, 300)].length).toBe([...long].length)
  const { subject, text } = orderLetter(
    { first_name: long, locale: 'en-US' },
    { ...news, name: long, number: long, reason: long },
    '/orders',
  )
  expect(subject).not.toMatch(halfCharacter)
  expect([...subject]).toHaveLength(150)
  expect(text).not.toMatch(halfCharacter)
})

test.each([
  ['en-US', 'funds', 'Summer runs out of funds on December 1, 2026, earlier than planned'],
  ['en-US', 'spend_limit', 'Summer reaches the spend limit on December 1, 2026, earlier than planned'],
  ['en-US', 'insertion_order', 'Summer uses up its insertion order on December 1, 2026, earlier than planned'],
  ['en-US', 'campaign', 'Summer runs out of budget on December 1, 2026, earlier than planned'],
  ['de', 'funds', 'Summer hat voraussichtlich am 1. Dezember 2026 kein Guthaben mehr, früher als geplant'],
  ['ja', 'funds', 'Summer は2026年12月1日に残高がなくなる見込みです（予定より早い）'],
] as const)('a mail about an early end names what runs out: %s, %s', (locale, limit, subject) => {
  const campaign = { member_group_id: 1, advertiser_id: 7, campaign_id: 42, name: 'Summer', advertiser: 'Fernhill' }
  const early = {
    ...campaign,
    code: 'runs_out_early',
    gate: null,
    day: '2026-12-01',
    limit,
    comment: '',
    amount: null,
    currency_code: 'USD',
  } as const
  expect(campaignLetter({ first_name: 'Ada', locale }, [early], () => '/campaigns/42')?.subject).toBe(subject)
})
