import { maxAmount } from '../../../src/contract/money/money.ts'
import { startCharge } from '../payments/charge.ts'
import { addedToday, newMethodMaximum, paymentTerms } from '../payments/terms.ts'
import type { RebillPayments } from './charging.ts'

/** The platform's own payments. A charge is sent to the provider by a job after its transaction. */
export const rebillPayments: RebillPayments = {
  startCharge: ({ database, now }, charge) =>
    database.kysely.transaction().execute((kysely) => startCharge({ database: { kysely }, now }, charge)),
  underWay: async (kysely, { member_group_id, advertiser_id }) => {
    const { micros } = await kysely
      .selectFrom('payments')
      .select(({ cast, fn, lit }) => cast<string>(fn.coalesce(fn.sum('amount'), lit(0)), 'text').as('micros'))
      .where('member_group_id', '=', member_group_id)
      .where('advertiser_id', '=', advertiser_id)
      .where('origin', '=', 'person')
      .where('state', 'in', ['processing', 'needs_action'])
      .executeTakeFirstOrThrow()
    return BigInt(micros)
  },
  limits: async (kysely, { member_group_id, advertiser_id, payment_method_id }, now) => {
    const account = { member_group_id, advertiser_id }
    const { minimums, dayMaximum, currency_digits, today } = await paymentTerms(kysely, account, now)
    const method = await kysely
      .selectFrom('payment_methods')
      .select('created_at')
      .where('member_group_id', '=', member_group_id)
      .where('payment_method_id', '=', payment_method_id)
      .executeTakeFirst()
    return {
      minimum: maxAmount(0n, ...minimums),
      dayLeft: dayMaximum - (await addedToday(kysely, account, today)),
      newMethodMaximum: method
        ? await newMethodMaximum(kysely, account, { payment_method_id, addedAt: method.created_at, now, today })
        : null,
      digits: currency_digits,
    }
  },
}
