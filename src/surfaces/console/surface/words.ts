import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import type { Tag } from '../../../contract/addresses/vocabulary.ts'

type Words = readonly [name: MessageDescriptor, will: MessageDescriptor]
const isNamed = (tag: Tag): tag is keyof typeof surfaceWords => tag in surfaceWords

/** Name and description of each surface. */
export const surfaceWords: Readonly<Record<Exclude<Tag, 'page' | 'ad-gallery'>, Words>> = {
  'ad-console': [msg`Overview`, msg`Figures, alerts and what needs attention at this client.`],
  'ad-sign-in': [msg`Sign in`, msg`The way in.`],
  'ad-registration': [msg`Registration`, msg`New advertisers will sign up here, with billing, payment and what they advertise.`],
  'ad-campaigns': [
    msg`Campaigns`,
    msg`Campaigns and ad groups will be listed here, with their status, pacing and budget, to edit one or many at a time.`,
  ],
  'ad-campaign-builder': [
    msg`Create a campaign`,
    msg`A campaign will be put together here step by step, with its reach and its projected spend beside it.`,
  ],
  'ad-workflow': [msg`Guided campaigns`, msg`Campaigns that your client has prepared will be filled in here, page by page.`],
  'ad-report-chart': [msg`Chart`, msg`What advertising cost and brought over time.`],
  'ad-reporting': [msg`Reporting`, msg`Reports will be built, saved, scheduled and shared here.`],
  'ad-insertion-orders': [msg`Insertion orders`, msg`Insertion orders will be written, approved and closed here.`],
  'ad-funds': [msg`Funds`, msg`The balance, payment methods, auto-rebill, invoices and spend limits of an advertiser will be here.`],
  'ad-admin': [msg`Admin`, msg`Clients, advertisers, users, roles and everything that is set up for them will be managed here.`],
  'ad-creative-library': [msg`Creative library`, msg`Pictures and videos will be uploaded, looked at and approved here.`],
  'ad-automated-actions': [msg`Automated actions`, msg`Rules that change campaigns when their figures do will be made and tried out here.`],
  'ad-insights': [msg`Insights`, msg`Recommendations, lift and the standing among competitors will be explained here.`],
  'ad-yield-management': [msg`Yield`, msg`Demand sources and price floors will be set here, with their effect.`],
  'ad-publisher': [msg`Publisher dashboards`, msg`What a publisher’s places earn and how they fill will be shown here.`],
  'ad-reservations': [msg`Reservations`, msg`Slots will be held, booked and extended here.`],
}

/** Name and description of a place. Tags without an entry count as the console. */
export const nameOf = ({ tag }: AddressMatch): Words => surfaceWords[isNamed(tag) ? tag : 'ad-console']
