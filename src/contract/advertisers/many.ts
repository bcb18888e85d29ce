import { array, boolean, enums, type Infer, integer, nullable, object, optional, size, string } from 'superstruct'
import { patch, post, postQuery, put } from '../endpoint.ts'
import { CurrencyCode, Decimal, Id, IsoDay, Text } from '../ids.ts'
import { listQueryFields } from '../list.ts'
import { advertiserStatuses } from '../statuses.ts'
import { Advertiser, AdvertiserRow } from './advertisers.ts'
import { newRowProblems } from './advertisers.rules.ts'

/** An archived advertiser: it is in no other list, and its campaigns do not serve. */
export const ArchivedAdvertiser = object({ ...AdvertiserRow.schema, archived_at: string() })
export type ArchivedAdvertiser = Infer<typeof ArchivedAdvertiser>

/** The most advertisers that one request activates or deactivates. */
export const maxAdvertisersAtOnce = 500

/** One advertiser of a change of the status of many. */
const AdvertiserOutcome = object({
  advertiser_id: Id,
  outcome: enums(['changed', 'unchanged', 'refused']),
  /** The status before the change. */
  status: enums(advertiserStatuses),
  /** Its active campaigns, which serve only while the advertiser is active. */
  active_campaigns: integer(),
})
export type AdvertiserOutcome = Infer<typeof AdvertiserOutcome>

/** An advertiser with its spend in a period, in its own currency. */
export const AdvertiserSpend = object({
  ...AdvertiserRow.schema,
  currency_digits: integer(),
  spend: Decimal,
})
export type AdvertiserSpend = Infer<typeof AdvertiserSpend>
const SpendTotal = object({ currency_code: CurrencyCode, currency_digits: integer(), spend: Decimal })

/** The most advertisers that one request creates. */
export const maxNewAdvertisers = 1000

/** A row of a list of new advertisers. Group and industry are names; an empty text is the same as none. */
const NewAdvertiserRow = object({
  name: Text(0, 500),
  status: optional(Text(0, 100)),
  currency_code: optional(Text(0, 100)),
  time_zone: optional(Text(0, 100)),
  advertiser_group_name: optional(Text(0, 500)),
  industry_name: optional(Text(0, 500)),
})
export type NewAdvertiserRow = Infer<typeof NewAdvertiserRow>

/** A created, existing or refused row of a list. */
const RowOutcome = object({
  outcome: enums(['created', 'exists', 'refused']),
  /** The created or the existing advertiser; null in a dry run of a new one. */
  advertiser_id: nullable(Id),
  problems: array(enums(newRowProblems)),
})

const client = 'v1/member_groups/:memberGroupId'
const all = `${client}/advertisers` as const

/** Calls about many or archived advertisers. They are apart from `advertisers`, which every surface loads. */
export const manyAdvertisers = {
  /** Creates many advertisers, or says in a dry run what that would do. A name that exists is not created again. */
  createMany: post(`${all}/bulk`, {
    may: 'advertisers.create',
    idempotent: 'optional',
    body: object({ advertisers: size(array(NewAdvertiserRow), 1, maxNewAdvertisers), dry_run: optional(boolean()) }),
    result: object({ rows: array(RowOutcome), created: integer(), is_dry_run: boolean() }),
  }),
  archivedReport: postQuery(`${client}/archived_advertisers_report`, {
    may: 'advertisers.read',
    body: object(listQueryFields),
    result: object({ advertisers: array(ArchivedAdvertiser), total: integer() }),
  }),
  /** Takes an archived advertiser back, as inactive and without a spend limit. */
  restore: put(`${client}/archived_advertisers/:archivedAdvertiserId/restore`, { may: 'advertisers.remove', result: Advertiser }),
  setStatus: patch(`${all}/bulk`, {
    may: 'advertisers.activate',
    idempotent: 'optional',
    body: object({
      advertiser_ids: size(array(Id), 1, maxAdvertisersAtOnce),
      status: enums(advertiserStatuses),
      dry_run: optional(boolean()),
    }),
    result: object({ advertisers: array(AdvertiserOutcome), changed: integer(), is_dry_run: boolean() }),
  }),
  /** The spend of each advertiser on some days of its calendar, with the sum of each currency. */
  spendReport: postQuery(`${all}/spend_report`, {
    may: 'reports.read',
    long: true,
    body: object({ ...listQueryFields, start_date: IsoDay, end_date: IsoDay }),
    result: object({ advertisers: array(AdvertiserSpend), total: integer(), spend: array(SpendTotal) }),
  }),
}
