import { setupI18n } from '@lingui/core'
import { is } from 'superstruct'
import { expect, test } from 'vitest'
import { adGroupEntities } from '../../src/contract/ad-groups/entities.ts'
import { fieldText } from '../../src/parts/campaigns/change-texts.ts'
import { baseBidsOf, bidsOf, removalOf } from '../../src/surfaces/campaigns/ad-group-entities/pairs.ts'

const pairs = [{ ad_group_id: 1, entity_id: 2, seen_bid: '0.30' }]

test('a bid change contains the bid that was read, so that another one is not overwritten; a reset does not', () => {
  expect(bidsOf(pairs, '0.40').entities).toEqual([{ ...pairs[0], bid: '0.40' }])
  expect(baseBidsOf(pairs).entities).toEqual(pairs)
  expect([is(bidsOf(pairs, '0.40'), adGroupEntities.bid.body), is(baseBidsOf(pairs), adGroupEntities.bid.body)]).toEqual([true, true])
  expect(is(removalOf(pairs), adGroupEntities.remove.body)).toBe(true)
})

test('a bid has one digit more than a budget if it needs it, in a change too', () => {
  const english = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
  const dollars = { currency_code: 'USD', currency_digits: 2 }
  const texts = [fieldText('bid', '0.125', dollars, english), fieldText('bid', '1.1', dollars, english)]
  expect([...texts, fieldText('budget', '12.5', dollars, english)]).toEqual(['$0.125', '$1.10', '$12.50'])
})
