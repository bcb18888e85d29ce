import { expect, test } from 'vitest'
import { blankDraft, type DraftOwner, localConstraints } from '../../src/surfaces/campaign-builder/draft/local-constraints.ts'

const ownerIn = (time_zone: string) =>
  ({
    memberGroup: { member_group_id: 1, bidding_configs: [] },
    advertiser: { advertiser_id: 7, currency_code: 'USD', time_zone },
    currencies: [{ currency_code: 'USD', digits: 2 }],
    channels: [{ name: 'onsite' }],
  }) as unknown as DraftOwner // only the parts that are used

test.each([
  ['Asia/Tokyo', '2026-11-23'],
  ['America/New_York', '2026-11-22'],
])('a draft starts on the current day of %s by the given clock', (zone, day) => {
  const owner = ownerIn(zone)
  const ground = localConstraints(owner, [], new Date('2026-11-22T23:30:00Z'))
  if (!ground) throw new Error('It is known whom the draft is of')
  expect(ground.today).toBe(day)
  expect(blankDraft({ flow: 'simple' }, owner, ground).data.start_date).toBe(day)
})
