import { maxAmount } from '../../../src/contract/money/money.ts'
import { startCharge } from '../payments/charge.ts'
import { paymentTerms } from '../payments/terms.ts'
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
  limits: async (kysely, account, now) => {
    const { minimums, currency_digits } = await paymentTerms(kysely, account, now)
    return { minimum: maxAmount(0n, ...minimums), digits: currency_digits }
  },
}
