import { singleAdvertiserWords } from './context.rules.ts'
import { type Address, addressRow, addressRowsBelow } from './vocabulary.ts'

const client = '/clients/:clientId'
const advertiser = `${client}/advertisers/:advertiserId`
const both = [client, advertiser]

const publisherViews = [
  'overview',
  'ad-monitoring',
  'advertiser-growth',
  'inventory',
  'advertiser',
  'other',
  'market-insights',
  'recommendations',
  'internal-reports',
]

/** Saved reports, in the console and in frames. The specification fixes these addresses, with two names for the same id. */
export const savedReportAddresses = (starts: readonly string[]): Address[] =>
  ['saved_reports', 'saved_reports/:reportId', 'saved_report/:savedReportId/schedule'].flatMap((rest) =>
    addressRowsBelow(starts, `/${rest}`, 'ad-reporting', rest),
  )

/** Pages of a client and of its advertisers, other than campaigns and their tools. */
export const clientAddresses: Address[] = [
  addressRow(client, 'ad-console', 'clients/:clientId'),
  addressRow(`${client}/advertiser-insights/dashboard`, 'ad-insights', 'dashboard'),
  addressRow(`${client}/advertiser-insights/frontdoor`, 'ad-insights', 'frontdoor'),
  addressRow(`${client}/yield-management`, 'ad-yield-management'),
  addressRow(`${client}/yield-management/demand-sources`, 'ad-yield-management', 'demand-sources'),
  addressRow(`${client}/yield-management/price-floor`, 'ad-yield-management', 'price-floor'),
  addressRow(`${client}/dashboard/publisher`, 'ad-publisher'),
  ...publisherViews.map((view) => addressRow(`${client}/dashboard/publisher/${view}`, 'ad-publisher', view)),
  addressRow(`${client}/ad-monitoring`, 'ad-publisher', 'ad-monitoring'),
  addressRow(`${client}/internal-reports`, 'ad-publisher', 'internal-reports'),
  ...['creative-library', 'creative-library/:creativeId', 'approvals', 'approvals/:creativeId'].flatMap((rest) =>
    addressRowsBelow(both, `/${rest}`, 'ad-creative-library', rest.replace(/^creative-library\/?/, '')),
  ),
  ...addressRowsBelow(both, '/reporting', 'ad-reporting', 'reporting'),
  ...savedReportAddresses(both),
  addressRow(`${client}/configured-campaign-builder`, 'ad-workflow'),
  addressRow(`${client}/configured-campaign-builder/experience/:experienceId/create`, 'ad-workflow', 'create'),
  addressRow(
    `${client}/configured-campaign-builder/experience/:experienceId/workflow/:workflowUuid`,
    'ad-workflow',
    'workflow/:workflowUuid',
  ),
  addressRow(`${advertiser}/configured-campaign/create`, 'ad-workflow', 'create'),
  addressRow(`${advertiser}/configured-campaign/edit`, 'ad-workflow', 'edit'),
  addressRow(`${advertiser}/configured-campaign/edit/:id`, 'ad-workflow', 'edit/:id'),
  addressRow(`${client}/reservations`, 'ad-reservations'),
  addressRow(`${client}/reservations/reserve`, 'ad-reservations', 'reserve'),
  addressRow(`${client}/reservations/:reservationId/reserve`, 'ad-reservations', ':reservationId/reserve'),
  addressRow(`${client}/reservations/settings`, 'ad-reservations', 'settings'),
  addressRow(`${advertiser}/experiences/:experienceId/reservations/:reservationId/edit`, 'ad-reservations', ':reservationId/edit'),
  ...['', 'payment-methods', 'auto-rebill', 'invoices', 'spend-limits', 'billing'].map((tab) =>
    addressRow(`${advertiser}/funds${tab && `/${tab}`}`, 'ad-funds', tab),
  ),
  addressRow(`${advertiser}/funds/invoices/:invoiceId`, 'ad-funds', 'invoices/:invoiceId'),
  addressRow(`${client}/insertion-orders`, 'ad-insertion-orders'),
  addressRow(`${client}/insertion-orders/create`, 'ad-insertion-orders', 'create'),
  addressRow(`${client}/insertion-orders/settings`, 'ad-insertion-orders', 'settings'),
  addressRow(`${client}/insertion-orders/:insertionOrderId`, 'ad-insertion-orders', ':insertionOrderId'),
  addressRow(`${client}/insertion-orders/:insertionOrderId/edit`, 'ad-insertion-orders', ':insertionOrderId/edit'),
]

const campaignRows = (rest: string, path: string) => addressRowsBelow(both, `/campaigns${rest}`, 'ad-campaigns', path)
const automatedActionRows = (rest: string, path = '') =>
  addressRowsBelow(both, `/campaigns/automated-actions${rest}`, 'ad-automated-actions', path)

const framed = new Set(['ad-campaigns', 'ad-campaign-builder'])
const isOfSingleAdvertiser = (pattern: string) => singleAdvertiserWords.some((word) => pattern.endsWith(`/${word}`))
/**
 * The campaigns and the builder for frames: the addresses of the console with /embedded in front. Without the pages that show the
 * advertiser selected in the console, because a frame has no such selection.
 */
export const embeddedCampaignAddresses = (): Address[] =>
  campaignAddresses
    .filter(({ tag, pattern }) => framed.has(tag) && !isOfSingleAdvertiser(pattern))
    .map((address) => ({ ...address, pattern: `/embedded${address.pattern}` }))

/** Campaigns and their tools, below a client or one of its advertisers. */
export const campaignAddresses: Address[] = [
  ...campaignRows('', ''),
  ...singleAdvertiserWords.flatMap((word) => addressRowsBelow(both, `/${word}`, 'ad-campaigns')),
  ...campaignRows('/ad_groups', 'ad_groups'),
  ...campaignRows('/drafts', 'drafts'),
  ...campaignRows('/entity_registrations', 'entity_registrations'),
  ...campaignRows('/:entityLabel', ':entityLabel'),
  addressRow(`${client}/campaigns/review-media`, 'ad-campaigns', 'review-media'),
  ...automatedActionRows(''),
  ...automatedActionRows('/create', 'create'),
  ...automatedActionRows('/:ruleId/edit', ':ruleId/edit'),
  ...addressRowsBelow(both, '/campaigns/incrementality', 'ad-insights', 'incrementality'),
  ...addressRowsBelow(both, '/campaigns/recommendations', 'ad-insights', 'recommendations'),
  ...addressRowsBelow(both, '/competitive-insights', 'ad-insights', 'competitive-insights'),
  ...addressRowsBelow(both, '/campaigns/create', 'ad-campaign-builder'),
  ...addressRowsBelow(both, '/campaigns/create/v2', 'ad-campaign-builder', 'v2'),
  ...addressRowsBelow(both, '/experiences/:experienceId/campaigns/create', 'ad-campaign-builder'),
  ...campaignRows('/:campaignId', ':campaignId'),
  ...campaignRows('/:campaignId/v2', ':campaignId/v2'),
  ...campaignRows('/:campaignId/ad_groups', ':campaignId/ad_groups'),
  ...campaignRows('/:campaignId/ad_groups/create', ':campaignId/ad_groups/create'),
  ...campaignRows('/:campaignId/ad_groups/:adGroupId', ':campaignId/ad_groups/:adGroupId'),
]
