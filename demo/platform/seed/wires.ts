import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'
import { receiveTransfer } from '../wires/receive.ts'

/** The client that accepts bank transfers. */
const wireClient = 2
const dayMs = 86_400_000
const units = (count: number) => BigInt(count) * 1_000_000n

/** Transfers that are still expected: days since the announcement, and whole units of the currency. */
const waiting = [
  { reference: 'PL-7K3M-9QXT', ago: 2, amount: 500 },
  { reference: 'PL-H4WD-2RNP', ago: 9, amount: 1200 },
] as const

/** Two bank transfers that have not arrived, and one that arrived with an unknown reference. */
export async function seedWires(kysely: Kysely<Tables>, now: Date) {
  const advertisers = await kysely
    .selectFrom('advertisers')
    .select(['advertiser_id', 'currency_code'])
    .where('member_group_id', '=', wireClient)
    .orderBy('advertiser_id')
    .limit(waiting.length)
    .execute()
  for (const [index, { reference, ago, amount }] of waiting.entries()) {
    const advertiser_id = advertisers[index]?.advertiser_id
    const created_at = new Date(now.getTime() - ago * dayMs)
    if (advertiser_id !== undefined)
      await kysely
        .insertInto('wire_transfers')
        .values({ member_group_id: wireClient, advertiser_id, reference, amount: units(amount), state: 'waiting', user_id: 1, created_at })
        .execute()
  }
  const [first] = advertisers
  if (first)
    await receiveTransfer(
      { kysely },
      {
        member_group_id: wireClient,
        reference: 'INV 2024-17',
        amount: units(350),
        currency_code: first.currency_code,
        sender: 'Northfield Foods',
        text: 'INV 2024-17',
        provider_id: 'sandbox bank 1',
        at: new Date(now.getTime() - dayMs),
      },
    )
}
