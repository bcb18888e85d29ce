import { array, enums, type Infer, integer, max, min, nullable, object, optional, string } from 'superstruct'
import { get, postQuery, queryInteger } from '../endpoint.ts'
import { Id, IsoDay } from '../ids.ts'
import { listQueryFields } from '../list.ts'

/** How a run ended: with every row, without those that were refused, or with nothing. */
export const feedStatuses = ['succeeded', 'partial', 'failed'] as const

/** One import of a client's catalog. */
export const FeedRun = object({
  feed_run_id: Id,
  source: string(),
  started_at: string(),
  duration_ms: integer(),
  /** The rows of the feed, and what they did. */
  rows: integer(),
  added: integer(),
  changed: integer(),
  removed: integer(),
  refused: integer(),
  status: enums(feedStatuses),
})
export type FeedRun = Infer<typeof FeedRun>

/** Why a row of a feed was refused. */
export const refusalCodes = ['no_id', 'no_name', 'no_category', 'duplicate', 'too_long'] as const

export const FeedRefusal = object({ row: integer(), internal_id: nullable(string()), code: enums(refusalCodes) })
export type FeedRefusal = Infer<typeof FeedRefusal>

/** The runs of one day; without a run there are no figures. */
const FeedDay = object({ day: IsoDay, runs: integer(), rows: nullable(integer()), refused: nullable(integer()) })

/** The most days of a trend. */
export const maxFeedDays = 90
export const defaultFeedDays = 60

const history = 'v1/member_groups/:memberGroupId/feed_ingestion_history'

/** The imports of a client's catalog. Paths are the specification's. */
export const feeds = {
  history: postQuery(history, {
    may: 'feeds.read',
    body: object(listQueryFields),
    result: object({ feed_runs: array(FeedRun), total: integer() }),
  }),
  trend: get(`${history}/trend`, {
    may: 'feeds.read',
    query: object({ days: optional(max(min(queryInteger(), 1), maxFeedDays)) }),
    result: object({ days: array(FeedDay) }),
  }),
  /** The rows of a run that were refused. */
  refusals: postQuery(`${history}/:feedRunId/refusals_report`, {
    may: 'feeds.read',
    body: object(listQueryFields),
    result: object({ refusals: array(FeedRefusal), total: integer() }),
  }),
}
