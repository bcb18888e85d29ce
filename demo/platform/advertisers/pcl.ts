import type { AdvertiserPcl } from '../../../src/contract/advertisers/advertisers.ts'
import { pclDays, pclOf, pclSum } from '../../../src/contract/bids/pcl.rules.ts'
import { daysBefore, moneyOf, advertiserSpends } from './spend.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'

/** Spend class (player, competitor or leader) of advertisers among all advertisers of the client. The others' spend is not returned. */
export async function pclsOf(context: Context, memberGroupId: number, ids: readonly number[]): Promise<AdvertiserPcl[]> {
  const days = daysBefore(context.now(), pclDays)
  const spends = await advertiserSpends(context, memberGroupId, days)
  const peers = spends.flatMap(({ worth }) => worth ?? [])
  return [...new Set(ids)].map((id) => {
    const spend = spends.find(({ advertiser_id }) => advertiser_id === id)
    if (!spend) throw notFound('Advertiser')
    const { advertiser_id, currency_code, total, worth } = spend
    return { advertiser_id, pcl: worth === null ? null : pclOf(worth, peers), currency_code, spend: moneyOf(total), ...days }
  })
}

export async function pclOfOne(context: Context, memberGroupId: number, advertiserId: number): Promise<AdvertiserPcl> {
  const [found] = await pclsOf(context, memberGroupId, [advertiserId])
  if (!found) throw notFound('Advertiser')
  return found
}

/** Spend classes of several advertisers, with the number of advertisers in each class. */
export async function pclOfMany(context: Context, memberGroupId: number, ids: readonly number[]) {
  const advertisers = await pclsOf(context, memberGroupId, ids)
  return { advertisers, pcl_sum: pclSum(advertisers.map(({ pcl }) => pcl)) }
}
