import { array, enums, type Infer, integer, object, optional, size, string } from 'superstruct'
import { alertCodes } from './advertiser-alerts.rules.ts'
import { AdvertiserAlert } from '../advertisers/advertisers.ts'
import { ask } from '../endpoint.ts'
import { Id } from '../ids.ts'

/** No overview lists more alerts than this one by one. */
export const listedAlertsMost = 200

const counts = array(object({ status: string(), count: integer() }))

/** An alert among those of many advertisers. */
export const ClientAlert = object({ ...AdvertiserAlert.schema, advertiser: object({ advertiser_id: Id, name: string() }) })
export type ClientAlert = Infer<typeof ClientAlert>

/** How a client stands today, as far as the caller sees its advertisers. */
export const Overview = object({
  advertisers: counts,
  campaigns: counts,
  /** Campaigns that wait for somebody to look at them. */
  under_review: integer(),
  /** How many of each there are, the most urgent first. */
  alert_counts: array(object({ code: enums(alertCodes), count: integer() })),
  /** The most urgent ones. */
  alerts: array(ClientAlert),
})
export type Overview = Infer<typeof Overview>

/** What a client's first page says beside its figures. */
export const overviews = {
  one: ask('v1/member_groups/:memberGroupId/overview', {
    may: 'advertisers.read',
    long: true,
    body: object({ advertiser_ids: optional(size(array(Id), 1, 5000)) }),
    result: Overview,
  }),
}
