import { expect, test } from 'vitest'
import { blankDraft, type DraftOwner, localConstraints } from '../../src/surfaces/campaign-builder/draft/local-constraints.ts'

const ownerIn = (time_zone: string) =>
  ({
    memberGroup: { member_group_id: 1, bidding_configs: [] },
    advertiser: { advertiser_id: 7, currency_code: 'USD', time_zone },
    currencies: [{ currency_code: 'USD', digits: 2 }],
    channels: [
      { channel_id: 1, name: 'onsite' },
      { channel_id: 2, name: 'offsite' },
    ],
  }) as unknown as DraftOwner // only the parts that are used

function constraintsOf(owner: DraftOwner) {
  const constraints = localConstraints(owner, [], new Date('2026-11-22T23:30:00Z'))
  if (!constraints) throw new Error('The owner has a client and an advertiser')
  return constraints
}

test.each([
  ['Asia/Tokyo', '2026-11-23'],
  ['America/New_York', '2026-11-22'],
])('a draft starts on the current day of %s by the given clock', (zone, day) => {
  const owner = ownerIn(zone)
  const constraints = constraintsOf(owner)
  expect(constraints.today).toBe(day)
  expect(blankDraft({ flow: 'simple' }, owner, constraints).data.start_date).toBe(day)
})

test.each([
  [null, ['onsite', 'offsite']],
  [2, ['offsite']],
])('an experience of channel %s offers only what the platform accepts', (channel_id, names) => {
  const constraints = localConstraints(ownerIn('Asia/Tokyo'), [], new Date('2026-11-22T23:30:00Z'), { channel_id })
  expect(constraints?.channels).toEqual(names)
})

test('a draft belongs to the given client and advertiser', () => {
  const owner = ownerIn('Asia/Tokyo')
  expect(blankDraft({ flow: 'simple' }, owner, constraintsOf(owner))).toMatchObject({ member_group_id: 1, advertiser_id: 7 })
})

const { memberGroup: _client, ...withoutClient } = ownerIn('Asia/Tokyo')
const { advertiser: _advertiser, ...withoutAdvertiser } = ownerIn('Asia/Tokyo')

test.each<[string, DraftOwner]>([
  ['a client', withoutClient],
  ['an advertiser', withoutAdvertiser],
])('a draft without %s is refused', (_what, owner) => {
  const constraints = constraintsOf(ownerIn('Asia/Tokyo'))
  expect(() => blankDraft({ flow: 'simple' }, owner, constraints)).toThrow('A draft needs a client and an advertiser')
  expect(localConstraints(owner, [], new Date('2026-11-22T23:30:00Z'))).toBeUndefined()
})
