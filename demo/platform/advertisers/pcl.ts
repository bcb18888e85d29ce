import type { AdvertiserPcl } from '../../../src/contract/advertisers/advertisers.ts'
import { pclDays, spendLevel, countByLevel } from '../../../src/contract/bids/pcl.rules.ts'
import { daysBefore, decimalOfMicros, advertiserSpends } from './spend.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'

/** Levels of advertisers' spend among all advertisers of the client. Only the spend of the requested advertisers is returned, because that of others is confidential. */
export async function spendLevels(context: Context, memberGroupId: number, ids: readonly number[]): Promise<AdvertiserPcl[]> {
  const days = daysBefore(context.now(), pclDays)
  const spends = await advertiserSpends(context, memberGroupId, days)
  const peers = spends.flatMap(({ total_usd }) => total_usd ?? [])
  return [...new Set(ids)].map((id) => {
    const row = spends.find(({ advertiser_id }) => advertiser_id === id)
    if (!row) throw notFound('Advertiser')
    const { advertiser_id, currency_code, total, total_usd } = row
    return {
      advertiser_id,
      pcl: total_usd === null ? null : spendLevel(total_usd, peers),
      currency_code,
      spend: decimalOfMicros(total),
      ...days,
    }
  })
}

export async function spendLevelOfAdvertiser(context: Context, memberGroupId: number, advertiserId: number): Promise<AdvertiserPcl> {
  const [level] = await spendLevels(context, memberGroupId, [advertiserId])
  if (!level) throw notFound('Advertiser')
  return level
}

/** Spend levels of several advertisers, with the number of advertisers at each level. */
export async function spendLevelsWithCounts(context: Context, memberGroupId: number, ids: readonly number[]) {
  const advertisers = await spendLevels(context, memberGroupId, ids)
  return { advertisers, pcl_sum: countByLevel(advertisers.map(({ pcl }) => pcl)) }
}
