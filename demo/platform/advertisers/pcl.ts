import type { AdvertiserPcl } from '../../../src/contract/advertisers/advertisers.ts'
import { pclDays, pclOf, pclSum } from '../../../src/contract/bids/pcl.rules.ts'
import { daysBefore, moneyOf, spendsAt } from './spend.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'

/** Where some advertisers of one client stand among all of it; whoever asks sees those that were asked for, and of the others nothing. */
export async function pclsOf(context: Context, memberGroupId: number, ids: readonly number[]): Promise<AdvertiserPcl[]> {
  const days = daysBefore(context.now(), pclDays)
  const spends = await spendsAt(context, memberGroupId, days)
  const peers = spends.flatMap(({ worth }) => worth ?? [])
  return [...new Set(ids)].map((id) => {
    const spend = spends.find(({ advertiser_id }) => advertiser_id === id)
    if (!spend) throw notFound('Advertiser')
    const { advertiser_id, currency_code, total, worth } = spend
    return { advertiser_id, pcl: worth === null ? null : pclOf(worth, peers), currency_code, spend: moneyOf(total), ...days }
  })
}

/** The same for one. */
export async function pclOfOne(context: Context, memberGroupId: number, advertiserId: number): Promise<AdvertiserPcl> {
  const [found] = await pclsOf(context, memberGroupId, [advertiserId])
  if (!found) throw notFound('Advertiser')
  return found
}

/** The same for many, and how many stand where. */
export async function pclOfMany(context: Context, memberGroupId: number, ids: readonly number[]) {
  const advertisers = await pclsOf(context, memberGroupId, ids)
  return { advertisers, pcl_sum: pclSum(advertisers.map(({ pcl }) => pcl)) }
}
