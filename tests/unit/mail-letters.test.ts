import { expect, test } from 'vitest'
import { oneLine, orderLetter } from '../../demo/platform/mail/letters.ts'

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
