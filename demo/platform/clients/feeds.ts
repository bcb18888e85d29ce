import { sql } from 'kysely'
import { addDays } from '../../../src/contract/dates/date-ranges.ts'
import { defaultFeedDays, type FeedRun, type feeds } from '../../../src/contract/clients/feeds.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import type { Context } from '../context/context.ts'
import { notFound } from '../context/refusal.ts'
import type { Handlers } from '../http/implement.ts'
import type { ListFields } from '../sql/list.ts'
import { pageOf } from '../sql/page.ts'

const integer = (name: string) => ({ column: sql.ref(name), type: 'integer' }) as const
const text = (name: string) => ({ column: sql.ref(name), type: 'text' }) as const

const runFields: ListFields = {
  started_at: { column: sql.ref('started_at'), type: 'moment' },
  source: text('source'),
  status: text('status'),
  duration_ms: integer('duration_ms'),
  rows: integer('rows'),
  added: integer('added'),
  changed: integer('changed'),
  removed: integer('removed'),
  refused: integer('refused'),
}
const refusalFields: ListFields = { row: integer('row'), internal_id: text('internal_id'), code: text('code') }

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** The runs of each of the last days; a day without one has no figures. */
async function trendOf({ database: { kysely }, now }: Context, memberGroupId: number, days: number) {
  const today = dayOf(now())
  const firstDay = addDays(today, 1 - days)
  const runs = await kysely
    .selectFrom('feed_runs')
    .select(['started_at', 'rows', 'refused'])
    .where('member_group_id', '=', memberGroupId)
    .where('started_at', '>=', new Date(`${firstDay}T00:00:00Z`))
    .execute()
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(firstDay, index)
    const ofDay = runs.filter(({ started_at }) => dayOf(started_at) === day)
    const sum = (field: 'rows' | 'refused') => (ofDay.length > 0 ? ofDay.reduce((total, run) => total + run[field], 0) : null)
    return { day, runs: ofDay.length, rows: sum('rows'), refused: sum('refused') }
  })
}

export const feedHandlers: Handlers<typeof feeds> = {
  history: async ({ path: { memberGroupId }, body }, context) => {
    requireWholeClient(context, memberGroupId)
    const { rows, total } = await pageOf({
      from: context.database.kysely.selectFrom('feed_runs').where('member_group_id', '=', memberGroupId),
      columns: (from) =>
        from
          .select(['feed_run_id', 'source', 'started_at', 'duration_ms', 'rows', 'added', 'changed', 'removed', 'refused'])
          .select('status'),
      fields: runFields,
      id: sql`feed_run_id desc`,
      where: { sort: [{ field: 'started_at', order: 'desc' }], ...body },
      row: (row): FeedRun => ({ ...row, started_at: row.started_at.toISOString() }),
    })
    return { feed_runs: rows, total }
  },
  trend: async ({ path: { memberGroupId }, query }, context) => {
    requireWholeClient(context, memberGroupId)
    return { days: await trendOf(context, memberGroupId, query?.days ?? defaultFeedDays) }
  },
  refusals: async ({ path: { memberGroupId, feedRunId }, body }, context) => {
    const { kysely } = context.database
    requireWholeClient(context, memberGroupId)
    const run = await kysely
      .selectFrom('feed_runs')
      .select('feed_run_id')
      .where('member_group_id', '=', memberGroupId)
      .where('feed_run_id', '=', feedRunId)
      .executeTakeFirst()
    if (!run) throw notFound('Feed run')
    const { rows, total } = await pageOf({
      from: kysely.selectFrom('feed_refusals').where('member_group_id', '=', memberGroupId).where('feed_run_id', '=', feedRunId),
      columns: (from) => from.select(['row', 'internal_id', 'code']),
      fields: refusalFields,
      id: sql.ref('row'),
      where: body,
      row: (row) => row,
    })
    return { refusals: rows, total }
  },
}
