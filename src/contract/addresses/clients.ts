import { type Address, at, below } from './vocabulary.ts'

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

/** Saved reports, in the console and in frames. */
export const savedReportAddresses = (starts: readonly string[]): Address[] =>
  ['saved_reports', 'saved_reports/:reportId', 'saved_report/:savedReportId/schedule'].flatMap((rest) =>
    below(starts, `/${rest}`, 'ad-reporting', rest),
  )

/** A client's pages other than its campaigns. */
export const clientAddresses: Address[] = [
  at(client, 'ad-console', 'clients/:clientId'),
  at(`${client}/advertiser-insights/dashboard`, 'ad-insights', 'dashboard'),
  at(`${client}/advertiser-insights/frontdoor`, 'ad-insights', 'frontdoor'),
  at(`${client}/yield-management`, 'ad-yield-management'),
  at(`${client}/yield-management/demand-sources`, 'ad-yield-management', 'demand-sources'),
  at(`${client}/yield-management/price-floor`, 'ad-yield-management', 'price-floor'),
  at(`${client}/dashboard/publisher`, 'ad-publisher'),
  ...publisherViews.map((view) => at(`${client}/dashboard/publisher/${view}`, 'ad-publisher', view)),
  at(`${client}/ad-monitoring`, 'ad-publisher', 'ad-monitoring'),
  at(`${client}/internal-reports`, 'ad-publisher', 'internal-reports'),
  ...['creative-library', 'creative-library/:creativeId', 'approvals', 'approvals/:creativeId'].flatMap((rest) =>
    below(both, `/${rest}`, 'ad-creative-library', rest.replace(/^creative-library\/?/, '')),
  ),
  ...below(both, '/reporting', 'ad-reporting', 'reporting'),
  ...savedReportAddresses(both),
  at(`${client}/configured-campaign-builder`, 'ad-workflow'),
  at(`${client}/configured-campaign-builder/experience/:experienceId/create`, 'ad-workflow', 'create'),
  at(`${client}/configured-campaign-builder/experience/:experienceId/workflow/:workflowUuid`, 'ad-workflow', 'workflow/:workflowUuid'),
  at(`${advertiser}/configured-campaign/create`, 'ad-workflow', 'create'),
  at(`${advertiser}/configured-campaign/edit`, 'ad-workflow', 'edit'),
  at(`${advertiser}/configured-campaign/edit/:id`, 'ad-workflow', 'edit/:id'),
  at(`${client}/reservations`, 'ad-reservations'),
  at(`${client}/reservations/reserve`, 'ad-reservations', 'reserve'),
  at(`${client}/reservations/:reservationId/reserve`, 'ad-reservations', ':reservationId/reserve'),
  at(`${client}/reservations/settings`, 'ad-reservations', 'settings'),
  at(`${advertiser}/experiences/:experienceId/reservations/:reservationId/edit`, 'ad-reservations', ':reservationId/edit'),
  ...['', 'payment-methods', 'auto-rebill', 'invoices', 'spend-limits'].map((tab) =>
    at(`${advertiser}/funds${tab && `/${tab}`}`, 'ad-funds', tab),
  ),
  at(`${client}/insertion-orders`, 'ad-insertion-orders'),
  at(`${client}/insertion-orders/create`, 'ad-insertion-orders', 'create'),
  at(`${client}/insertion-orders/:insertionOrderId`, 'ad-insertion-orders', ':insertionOrderId'),
  at(`${client}/insertion-orders/:insertionOrderId/edit`, 'ad-insertion-orders', ':insertionOrderId/edit'),
]

const campaigns = (rest: string, path: string) => below(both, `/campaigns${rest}`, 'ad-campaigns', path)
const actions = (rest: string, path = '') => below(both, `/campaigns/automated-actions${rest}`, 'ad-automated-actions', path)

const framed = new Set(['ad-campaigns', 'ad-campaign-builder'])
/** The campaigns and the builder for frames, at the same addresses as in the console. */
export const embeddedCampaignAddresses = (): Address[] =>
  campaignAddresses
    .filter(({ tag, pattern }) => framed.has(tag) && !pattern.includes('/campaigns-'))
    .map((address) => ({ ...address, pattern: `/embedded${address.pattern}` }))

/** Campaigns and their tools, below a client or one of its advertisers. */
export const campaignAddresses: Address[] = [
  ...campaigns('', ''),
  ...['campaigns-restaurants', 'campaigns-single', 'campaigns-storefront'].flatMap((word) => below(both, `/${word}`, 'ad-campaigns')),
  ...campaigns('/ad_groups', 'ad_groups'),
  ...campaigns('/entity_registrations', 'entity_registrations'),
  ...campaigns('/:entityLabel', ':entityLabel'),
  at(`${client}/campaigns/review-media`, 'ad-campaigns', 'review-media'),
  ...actions(''),
  ...actions('/create', 'create'),
  ...actions('/:ruleId/edit', ':ruleId/edit'),
  ...below(both, '/campaigns/incrementality', 'ad-insights', 'incrementality'),
  ...below(both, '/campaigns/recommendations', 'ad-insights', 'recommendations'),
  ...below(both, '/competitive-insights', 'ad-insights', 'competitive-insights'),
  ...below(both, '/campaigns/create', 'ad-campaign-builder'),
  ...below(both, '/campaigns/create/v2', 'ad-campaign-builder', 'v2'),
  ...below(both, '/experiences/:experienceId/campaigns/create', 'ad-campaign-builder'),
  ...campaigns('/:campaignId', ':campaignId'),
  ...campaigns('/:campaignId/v2', ':campaignId/v2'),
  ...campaigns('/:campaignId/ad_groups', ':campaignId/ad_groups'),
  ...campaigns('/:campaignId/ad_groups/create', ':campaignId/ad_groups/create'),
  ...campaigns('/:campaignId/ad_groups/:adGroupId', ':campaignId/ad_groups/:adGroupId'),
]
