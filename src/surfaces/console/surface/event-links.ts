import { type Infer, integer, is, optional, string, type } from 'superstruct'
import { matchAddress, type AddressMatch } from '../../../contract/addresses/addresses.ts'

const Create = type({
  flow: optional(string()),
  campaign_template_id: optional(integer()),
  campaign_id: optional(integer()),
  campaign_draft_uuid: optional(string()),
  advertiser_id: optional(integer()),
})
const OpenDetail = type({ path: string() })
const Funds = type({ advertiser_id: integer(), amount: optional(string()) })
const Order = type({ insertion_order_id: integer() })
const Report = type({
  campaign_id: optional(integer()),
  advertiser_id: optional(integer()),
  currency_code: optional(string()),
  start_date: string(),
  end_date: string(),
})
const Ledger = type({ advertiser_id: integer(), campaign_id: optional(integer()), start_date: string(), end_date: string() })

/** Base path of an advertiser: the page's advertiser, or the event's; otherwise the client's path. */
function belowAdvertiser({ attributes }: Pick<AddressMatch, 'attributes'>, eventAdvertiserId?: number): string {
  const { 'client-id': clientId, 'advertiser-id': currentAdvertiserId } = attributes
  const advertiserId = currentAdvertiserId ?? eventAdvertiserId
  return `clients/${clientId}${advertiserId === undefined ? '' : `/advertisers/${advertiserId}`}`
}

const campaignsOf = (match: Pick<AddressMatch, 'attributes'>, eventAdvertiserId?: number) =>
  `${belowAdvertiser(match, eventAdvertiserId)}/campaigns`

function toBuilder(detail: unknown, match: AddressMatch): string | undefined {
  if (!is(detail, Create)) return undefined
  const { flow, campaign_template_id: template, campaign_id: copy, campaign_draft_uuid: draft, advertiser_id: advertiserId } = detail
  const base = campaignsOf(match, advertiserId)
  if (flow === 'v2') return `${base}/create/v2`
  const params = { flow, template, copy, draft }
  const query = new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
  return `${base}/create${query.size > 0 ? `?${query}` : ''}`
}

const fundsOf = (attributes: AddressMatch['attributes'], advertiserId: number) =>
  `clients/${attributes['client-id']}/advertisers/${advertiserId}/funds`

/** A campaign's report by ad group, or the report of all campaigns. */
function reportOf(detail: Infer<typeof Report>, match: AddressMatch) {
  const { campaign_id: id, advertiser_id: advertiserId, currency_code: currency, start_date, end_date } = detail
  const about: Readonly<Record<string, string>> =
    id === undefined
      ? { context: 'campaign', dimensions: 'campaign_name' }
      : { context: 'ad_group', dimensions: 'ad_group_name', filters: `campaign_id:is:${id}` }
  const query = new URLSearchParams({ ...about, start_date, end_date, compare: 'none', ...(currency && { currency }) })
  return `${belowAdvertiser(match, advertiserId)}/reporting?${query}`
}

const eventPaths: Readonly<Record<string, (detail: unknown, match: AddressMatch) => string | undefined>> = {
  'ad-campaign-create-asked': toBuilder,
  // The campaigns surface opens its own paths; events from other surfaces navigate there.
  'ad-campaign-open-asked': (detail, match) =>
    is(detail, OpenDetail) && match.tag !== 'ad-campaigns' ? `${campaignsOf(match)}/${detail.path}` : undefined,
  'ad-funds-asked': (detail, { attributes }) => {
    if (!is(detail, Funds)) return undefined
    const query = new URLSearchParams({ add: '1', ...(detail.amount !== undefined && { amount: detail.amount }) })
    return `${fundsOf(attributes, detail.advertiser_id)}?${query}`
  },
  'ad-insertion-order-asked': (detail, { attributes }) =>
    is(detail, Order) ? `clients/${attributes['client-id']}/insertion-orders/${detail.insertion_order_id}` : undefined,
  'ad-report-asked': (detail, match) => (is(detail, Report) ? reportOf(detail, match) : undefined),
  'ad-ledger-asked': (detail, { attributes }) => {
    if (!is(detail, Ledger)) return undefined
    const { advertiser_id: advertiserId, campaign_id: campaignId, start_date, end_date } = detail
    const query = new URLSearchParams({
      ...(campaignId !== undefined && { 'filter.campaign_id': `${campaignId}..${campaignId}` }),
      'filter.day': `${start_date}..${end_date}`,
    })
    return `${fundsOf(attributes, advertiserId)}?${query}`
  },
}

/** The surface that shows an advertiser's ledger. */
export const ledgerTag = matchAddress(`/${fundsOf({ 'client-id': '1' }, 1)}`)?.tag ?? ''

/** Events by which an element asks its page to open another surface. */
export const navigationEvents = Object.keys(eventPaths)

/** Console path for an event; undefined if the element handles the event itself. */
export function pathForEvent(event: string, detail: unknown, match: AddressMatch): string | undefined {
  const path = eventPaths[event]?.(detail, match)
  return path !== undefined && matchAddress(`/${path}`) ? path : undefined
}
