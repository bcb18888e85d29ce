import { navigationDetails } from '../../src/contract/addresses/navigation-events.ts'
import { declareEvent } from './define.ts'

/** The event of a name: the user wants to open another surface; the page may cancel it and do so itself. */
const navigationEvent = <Name extends keyof typeof navigationDetails>(name: Name, doc: string) =>
  declareEvent(navigationDetails[name], doc, { cancelable: true })

/** Events by which an element asks its page to open another surface. Each tag lists those that it emits. */
export const campaignCreateAsked = navigationEvent(
  'ad-campaign-create-asked',
  'The user wants to create a campaign, by a flow, from a template, as a copy or from an unfinished draft; cancel it to open the builder yourself.',
)
export const campaignOpenAsked = navigationEvent(
  'ad-campaign-open-asked',
  'The user wants to open a campaign; cancel it to show the campaign yourself.',
)
export const fundsAsked = navigationEvent(
  'ad-funds-asked',
  'The user wants to add funds, of the missing amount if it is known, or to open another page of the advertiser’s funds by its path; cancel it to open your own page.',
)
export const insertionOrderAsked = navigationEvent(
  'ad-insertion-order-asked',
  'The user wants to open an insertion order; cancel it to show the order yourself.',
)
export const reportAsked = navigationEvent(
  'ad-report-asked',
  'The user wants to open the report behind figures, of one campaign or of all; cancel it to show the report yourself.',
)
export const ledgerAsked = navigationEvent(
  'ad-ledger-asked',
  'The user wants to see ledger entries of an advertiser, of one campaign or of all, on some days; cancel it to open your own page.',
)
