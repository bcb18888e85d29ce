import type { CampaignEdit } from './edit.rules.ts'
import type { BudgetChange } from '../../../src/contract/campaigns/edits.ts'
import { minBudgetOf } from '../../../src/contract/campaigns/campaigns.rules.ts'
import type { Campaign, CampaignBudget } from '../../../src/contract/campaigns/campaigns.ts'
import { decimalOf, microsOf } from '../../../src/contract/money/money.ts'
import { fullCampaign } from './read.ts'
import { changeCampaign, type LockedCampaign, lowestBudget, type CampaignPathIds } from './write.ts'
import type { Context } from '../context/context.ts'
import { refuseField } from '../context/refusal.ts'

/** The client's minimum bid for the campaign's currency and bidding type, in micros. */
async function lowestBid({ database: { kysely } }: Context, campaign: Campaign) {
  const config = await kysely
    .selectFrom('bidding_configs as b')
    .innerJoin('currencies as cu', 'cu.currency_id', 'b.currency_id')
    .select('b.min_bid')
    .where('b.member_group_id', '=', campaign.member_group_id)
    .where('cu.currency_code', '=', campaign.currency_code)
    .where('b.bidding_type_id', '=', campaign.bidding_type_id)
    .executeTakeFirst()
  return BigInt(config?.min_bid ?? 0)
}

export async function campaignBudgetOf(context: Context, path: CampaignPathIds): Promise<CampaignBudget> {
  const campaign = await fullCampaign(context, path)
  const { serving, budget_period, currency_digits } = campaign
  const budget = microsOf(campaign.budget)
  const spent = microsOf(serving.spent_period)
  const minBudget = lowestBudget(await lowestBid(context, campaign), currency_digits)
  return {
    campaign_id: campaign.campaign_id,
    budget: campaign.budget,
    budget_period,
    budget_type_id: campaign.budget_type_id,
    currency_code: campaign.currency_code,
    currency_digits,
    spent: serving.spent_period,
    remaining: decimalOf(budget > spent ? budget - spent : 0n),
    least: decimalOf(minBudgetOf(budget_period, { minBudget, spent: microsOf(serving.spent_total) })),
    budget_today: serving.budget_today,
    version: campaign.version,
  }
}

function changedBudget({ current }: LockedCampaign, { change, amount }: BudgetChange): CampaignEdit {
  const budget = microsOf(current.budget)
  const difference = microsOf(amount)
  if (change === 'set') return { budget: amount }
  if (change === 'increase') return { budget: decimalOf(budget + difference) }
  if (difference > budget) throw refuseField('amount', `Expected at most ${current.budget}, the current budget`)
  return { budget: decimalOf(budget - difference) }
}

export async function changeBudget(context: Context, path: CampaignPathIds, change: BudgetChange): Promise<CampaignBudget> {
  await changeCampaign(context, path, (campaign) => changedBudget(campaign, change))
  return campaignBudgetOf(context, path)
}
