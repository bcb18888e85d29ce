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
  const found = await kysely
    .selectFrom('member_groups')
    .select('default_currency_code')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  if (!found) throw notFound('Client')
  return found.default_currency_code
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
  writings: readonly CampaignWrite[],
): Promise<CampaignChanges['effect']> {
  const met = [...new Set(writings.map(({ campaign }) => campaign.currency_code))]
  const [only] = met
  const currency_code = met.length === 1 && only ? only : await clientCurrency(context, memberGroupId)
  const found = await ratesOrMissing(context.database, met, currency_code, context.now().toISOString().slice(0, 10))
  if ('lacks' in found) return null
  const { rates } = found
  const sum = (sideOf: (writing: CampaignWrite) => CampaignFields) =>
    writings.reduce((all, writing) => {
      const weight = rates.weights.get(writing.campaign.currency_code) ?? 0n
      return all + daily(sideOf(writing), writing.campaign.ground.today) * weight
    }, 0n)
  const decimal = (weighed: bigint) => decimalOf(halfEven(weighed, rates.parts))
  return { daily_before: decimal(sum(({ campaign }) => campaign.now)), daily_after: decimal(sum(({ after }) => after)), currency_code }
}
