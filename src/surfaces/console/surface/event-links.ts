import { type Infer, is, type Struct, type } from 'superstruct'
import { matchAddress, type AddressMatch } from '../../../contract/addresses/addresses.ts'
import { contextOf } from '../../../contract/addresses/context.rules.ts'
import { navigationDetails } from '../../../contract/addresses/navigation-events.ts'
import type { Tag } from '../../../contract/addresses/vocabulary.ts'

type EventPath = (detail: unknown, match: AddressMatch) => string | undefined

/** Checks an event's detail. An element of a newer version may send more fields. */
const pathOf = <Detail>(
  struct: Struct<Detail, any>, // superstruct's own bound for "some struct"
  path: (detail: Detail, match: AddressMatch) => string | undefined,
): EventPath => {
  const open = type(struct.schema) as Struct<Detail, any> // the same fields
  return (detail, match) => (is(detail, open) ? path(detail, match) : undefined)
}

/** Base path of an advertiser: the page's advertiser, or the event's; otherwise the client's path. */
function belowAdvertiser({ attributes }: Pick<AddressMatch, 'attributes'>, eventAdvertiserId?: number): string {
  const { 'client-id': clientId, 'advertiser-id': currentAdvertiserId } = attributes
  const advertiserId = currentAdvertiserId ?? eventAdvertiserId
  return `clients/${clientId}${advertiserId === undefined ? '' : `/advertisers/${advertiserId}`}`
}

const campaignsOf = (match: Pick<AddressMatch, 'attributes'>, eventAdvertiserId?: number) =>
  `${belowAdvertiser(match, eventAdvertiserId)}/campaigns`

type Detail<Name extends keyof typeof navigationDetails> = Infer<(typeof navigationDetails)[Name]>

function toBuilder(detail: Detail<'ad-campaign-create-asked'>, match: AddressMatch): string {
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
function reportOf(detail: Detail<'ad-report-asked'>, match: AddressMatch) {
  const { campaign_id: id, advertiser_id: advertiserId, currency_code: currency, start_date, end_date } = detail
  const about: Readonly<Record<string, string>> =
    id === undefined
      ? { context: 'campaign', dimensions: 'campaign_name' }
      : { context: 'ad_group', dimensions: 'ad_group_name', filters: `campaign_id:is:${id}` }
  const query = new URLSearchParams({ ...about, start_date, end_date, compare: 'none', ...(currency && { currency }) })
  return `${belowAdvertiser(match, advertiserId)}/reporting?${query}`
}

function fundsPath({ advertiser_id, amount, path }: Detail<'ad-funds-asked'>, { attributes }: AddressMatch) {
  const funds = fundsOf(attributes, advertiser_id)
  if (path !== undefined) return `${funds}/${path}`
  return `${funds}?${new URLSearchParams({ add: '1', ...(amount !== undefined && { amount }) })}`
}

function ledgerPath({ advertiser_id, campaign_id, start_date, end_date }: Detail<'ad-ledger-asked'>, { attributes }: AddressMatch) {
  const query = new URLSearchParams({
    ...(campaign_id !== undefined && { 'filter.campaign_id': `${campaign_id}..${campaign_id}` }),
    'filter.day': `${start_date}..${end_date}`,
  })
  return `${fundsOf(attributes, advertiser_id)}?${query}`
}

const eventPaths: Readonly<Record<string, EventPath>> = {
  'ad-campaign-create-asked': pathOf(navigationDetails['ad-campaign-create-asked'], toBuilder),
  // The campaigns surface opens its own paths; events from other surfaces navigate there.
  'ad-campaign-open-asked': pathOf(navigationDetails['ad-campaign-open-asked'], ({ path }, match) =>
    match.tag === 'ad-campaigns' ? undefined : `${campaignsOf(match)}/${path}`,
  ),
  'ad-funds-asked': pathOf(navigationDetails['ad-funds-asked'], fundsPath),
  'ad-insertion-order-asked': pathOf(
    navigationDetails['ad-insertion-order-asked'],
    ({ insertion_order_id: id }, { attributes }) => `clients/${attributes['client-id']}/insertion-orders/${id}`,
  ),
  'ad-report-asked': pathOf(navigationDetails['ad-report-asked'], reportOf),
  'ad-ledger-asked': pathOf(navigationDetails['ad-ledger-asked'], ledgerPath),
}

/** The surface that shows an advertiser's ledger. */
export const ledgerTag: Tag = 'ad-funds'

/** Events by which an element asks its page to open another surface. */
export const navigationEvents = Object.keys(eventPaths)

/** The match with its client and advertiser: the administration has them in its path. */
function withPlace(match: AddressMatch): AddressMatch {
  if (match.tag !== 'ad-admin') return match
  const { clientId, advertiserId } = contextOf(`/admin/${match.path}`)
  const place = {
    ...(clientId !== undefined && { 'client-id': String(clientId) }),
    ...(advertiserId !== undefined && { 'advertiser-id': String(advertiserId) }),
  }
  return { ...match, attributes: { ...match.attributes, ...place } }
}

/** Console path for an event; undefined if the element handles the event itself. */
export function pathForEvent(event: string, detail: unknown, match: AddressMatch): string | undefined {
  const path = eventPaths[event]?.(detail, withPlace(match))
  return path !== undefined && matchAddress(`/${path}`) ? path : undefined
}
