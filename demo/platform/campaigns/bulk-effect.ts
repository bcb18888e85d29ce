import type { CampaignFields } from '../../../src/contract/campaigns/edit.rules.ts'
import type { CampaignChanges } from '../../../src/contract/campaigns/edits.ts'
import { dailyBudget } from '../../../src/contract/campaigns/campaigns.rules.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import type { CampaignWrite } from './write.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { ratesOrMissing } from '../money/rates.ts'
import { halfEven } from '../reports/sums.ts'

async function clientCurrency({ database: { kysely } }: Context, memberGroupId: number) {
  const client = await kysely
    .selectFrom('member_groups')
    .select('default_currency_code')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!client) throw notFound('Client')
  return client.default_currency_code
}

/** Daily budget in micros; 0 for a campaign that is not active. */
const daily = (fields: CampaignFields, today: string) =>
  fields.status === 'active' ? dailyBudget({ ...fields, budget: microsOf(fields.budget) }, today) : 0n

/**
 * Total daily budget before and after the change, in the campaigns' currency if they share one, otherwise in the client's. Null
 * when an exchange rate is missing; the change is written all the same.
 */
export async function dailyEffect(
  context: Context,
  memberGroupId: number,
  writes: readonly CampaignWrite[],
): Promise<CampaignChanges['effect']> {
  const currencies = [...new Set(writes.map(({ campaign }) => campaign.currency_code))]
  const [commonCurrency] = currencies
  const currency_code = currencies.length === 1 && commonCurrency ? commonCurrency : await clientCurrency(context, memberGroupId)
  const result = await ratesOrMissing(context.database, currencies, currency_code, context.now().toISOString().slice(0, 10))
  if ('lacks' in result) return null
  const { rates } = result
  const sum = (fieldsOf: (write: CampaignWrite) => CampaignFields) =>
    writes.reduce((sum, write) => {
      const weight = rates.weights.get(write.campaign.currency_code) ?? 0n
      return sum + daily(fieldsOf(write), write.campaign.constraints.today) * weight
    }, 0n)
  const decimal = (weightedMicros: bigint) => decimalOf(halfEven(weightedMicros, rates.parts))
  return { daily_before: decimal(sum(({ campaign }) => campaign.current)), daily_after: decimal(sum(({ after }) => after)), currency_code }
}
