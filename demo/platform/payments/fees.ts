import type { FeeSchedule, fees } from '../../../src/contract/payments/fees.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { recordDifference } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { dayIn } from '../sql/days.ts'
import { updateVersioned } from '../sql/versioned.ts'
import { feesOf, taxOf } from './terms.ts'

const decimal = (micros: number) => decimalOf(BigInt(micros))

async function feeSchedule({ database: { kysely }, now }: Context, memberGroupId: number): Promise<FeeSchedule> {
  const { fee_percent, surcharge, minimum_amount, day_maximum, ...fees } = await feesOf(kysely, memberGroupId, dayIn(now(), 'UTC'))
  return {
    fee_percent: decimal(fee_percent),
    surcharge: decimal(surcharge),
    minimum_amount: decimal(minimum_amount),
    day_maximum: decimal(day_maximum),
    ...fees,
  }
}

const microsOrNone = (amount: string | undefined) => (amount === undefined ? undefined : microsOf(amount))

export const feeHandlers: Handlers<typeof fees> = {
  one: ({ path }, context) => feeSchedule(context, path.memberGroupId),
  change: async ({ path: { memberGroupId }, body }, context) => {
    requireWholeClient(context, memberGroupId)
    const before = await feeSchedule(context, memberGroupId)
    await context.database.kysely
      .insertInto('fee_schedules')
      .values({ member_group_id: memberGroupId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const changed = {
      fee_percent: microsOrNone(body.fee_percent),
      surcharge: microsOrNone(body.surcharge),
      minimum_amount: microsOrNone(body.minimum_amount),
      day_maximum: microsOrNone(body.day_maximum),
    }
    await updateVersioned(context, 'fee_schedules', {
      key: { member_group_id: memberGroupId },
      change: Object.fromEntries(Object.entries(changed).filter(([, micros]) => micros !== undefined)),
      subject: 'Fees',
    })
    const after = await feeSchedule(context, memberGroupId)
    const record = { entity: 'fee_schedule', entityId: memberGroupId, kind: 'changed' } as const
    await recordDifference(context, record, before, { ...after, version: before.version })
    return after
  },
  taxTypes: async ({ path: { memberGroupId, advertiserId } }, { database: { kysely } }) => {
    const types = await kysely.selectFrom('tax_types').selectAll().orderBy('country_code').execute()
    const current = await taxOf(kysely, { member_group_id: memberGroupId, advertiser_id: advertiserId })
    return {
      tax_types: types.map(({ percent, ...type }) => ({ ...type, percent: decimal(percent) })),
      default_tax_type_id: current?.tax_type_id ?? null,
    }
  },
}
