import { microsOf } from '../../../src/contract/money/money.ts'
import type { Context } from '../context/context.ts'
import { knownRates } from '../money/rates.ts'
import { dayIn } from '../sql/days.ts'
import { tenant } from '../sql/tenant.ts'
import { type OrderState, waitingVersion } from './actions.ts'

/** How old a sign-in may be when it approves an order above the amount of the settings. */
export const signInMinutes = 15

/** Whether an amount exceeds another one in the default currency of the client. Without an exchange rate it counts as exceeding. */
async function exceeds(context: Pick<Context, 'database' | 'scope' | 'now'>, amount: bigint, currency: string, above: bigint) {
  const { default_currency_code: target } = await context.database.kysely
    .selectFrom('member_groups')
    .select('default_currency_code')
    .where('member_group_id', '=', tenant(context))
    .executeTakeFirstOrThrow()
  const { rates, lacks } = await knownRates(context.database, [currency], target, dayIn(context.now(), 'UTC'))
  return lacks.length > 0 || amount * (rates.weights.get(currency) ?? 0n) > above * rates.parts
}

/**
 * Whether the caller has to sign in again before they approve: the total is above the amount of the settings, and their token does not
 * say that they have signed in recently.
 */
export async function needsSignIn(
  context: Pick<Context, 'database' | 'scope' | 'now' | 'machineNow' | 'signedInAt'>,
  state: OrderState,
): Promise<boolean> {
  const { config, order } = state
  if (config.sign_in_above === null) return false
  const { signedInAt } = context
  const isRecent = signedInAt !== undefined && context.machineNow().getTime() - signedInAt.getTime() <= signInMinutes * 60_000
  if (isRecent) return false
  return exceeds(context, microsOf(waitingVersion(state).terms.total), order.currency_code, microsOf(config.sign_in_above))
}
