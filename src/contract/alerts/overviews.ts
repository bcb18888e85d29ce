import { array, enums, type Infer, integer, object, optional, size, string } from 'superstruct'
import { alertCodes } from './advertiser-alerts.rules.ts'
import { AdvertiserAlert } from '../advertisers/advertisers.ts'
import { postQuery } from '../endpoint.ts'
import { Id } from '../ids.ts'

/** Maximum number of alerts that an overview lists. */
export const maxListedAlerts = 200

const counts = array(object({ status: string(), count: integer() }))

/** An alert together with its advertiser. */
export const ClientAlert = object({ ...AdvertiserAlert.schema, advertiser: object({ advertiser_id: Id, name: string() }) })
export type ClientAlert = Infer<typeof ClientAlert>

/** The state of a client today, limited to advertisers that the caller can see. */
export const Overview = object({
  advertisers: counts,
  campaigns: counts,
  /** Campaigns that wait for a review. */
  under_review: integer(),
  /** The number of alerts by code, most urgent first. */
  alert_counts: array(object({ code: enums(alertCodes), count: integer() })),
  /** The most urgent alerts. */
  alerts: array(ClientAlert),
})
export type Overview = Infer<typeof Overview>

/** The overview on a client's first page. */
export const overviews = {
  one: postQuery('v1/member_groups/:memberGroupId/overview', {
    may: 'advertisers.read',
    long: true,
    body: object({ advertiser_ids: optional(size(array(Id), 1, 5000)) }),
    result: Overview,
  }),
}
