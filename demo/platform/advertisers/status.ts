import { randomUUID } from 'node:crypto'
import type { AdvertiserOutcome, manyAdvertisers } from '../../../src/contract/advertisers/many.ts'
import { advertiserStatusRule } from '../../../src/contract/advertisers/advertisers.rules.ts'
import type { Call, Result } from '../../../src/contract/endpoint.ts'
import { recordChanges } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import { anyOf } from '../sql/pieces.ts'
import { tenant } from '../sql/tenant.ts'
import { nextVersion } from '../sql/versioned.ts'
import { activeCount } from './read.ts'

type Request = Call<typeof manyAdvertisers.setStatus>['body']
type Outcomes = Result<typeof manyAdvertisers.setStatus>

/** The advertisers with their active campaigns, by id. Unless it is a dry run, their rows are locked, in the order of their ids. */
async function statusRows(context: Context, ids: readonly number[], isDryRun: boolean) {
  const rows = await context.database.kysely
    .selectFrom('advertisers as a')
    .select(['a.advertiser_id', 'a.status', activeCount.as('active_campaigns')])
    .where('a.member_group_id', '=', tenant(context))
    .where('a.advertiser_id', '=', anyOf(ids))
    .where('a.deleted_at', 'is', null)
    .orderBy('a.advertiser_id')
    .$if(!isDryRun, (rows) => rows.forUpdate())
    .execute()
  return new Map(rows.map((row) => [row.advertiser_id, row]))
}

/** Gives many advertisers a status, or says in a dry run what that would do. An advertiser that is refused does not stop the others. */
export async function setStatusOfMany(context: Context, { advertiser_ids, status, dry_run: isDryRun = false }: Request): Promise<Outcomes> {
  const ids = [...new Set(advertiser_ids)]
  const rows = await statusRows(context, ids, isDryRun)
  const outcomes = ids.map((id): AdvertiserOutcome => {
    const row = rows.get(id)
    if (!row) throw notFound('Advertiser')
    if (row.status === status) return { ...row, outcome: 'unchanged' }
    return { ...row, outcome: advertiserStatusRule(row.status, status) === true ? 'changed' : 'refused' }
  })
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed')
  if (!isDryRun && changed.length > 0) {
    await context.database.kysely
      .updateTable('advertisers')
      .set({ status, version: nextVersion })
      .where('member_group_id', '=', tenant(context))
      .where('advertiser_id', '=', anyOf(changed.map(({ advertiser_id }) => advertiser_id)))
      .execute()
    const batch = randomUUID()
    await recordChanges(
      context,
      changed.map(({ advertiser_id: entityId, status: before }) => ({
        entity: 'advertiser' as const,
        entityId,
        kind: 'changed' as const,
        before: { status: before },
        after: { status },
        batch,
      })),
    )
  }
  return { advertisers: outcomes, changed: changed.length, is_dry_run: isDryRun }
}
