import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import type { Tag } from '../../../contract/addresses/vocabulary.ts'

type Words = readonly [name: MessageDescriptor, will: MessageDescriptor]
const isNamed = (tag: Tag): tag is keyof typeof surfaceWords => tag in surfaceWords

/** Name and description of each surface. */
export const surfaceWords: Readonly<Record<Exclude<Tag, 'page' | 'ad-gallery'>, Words>> = {
  'ad-console': [msg`Overview`, msg`Metrics, alerts and items that need attention for this client.`],
  'ad-sign-in': [msg`Sign in`, msg`Sign in to your account.`],
  'ad-registration': [msg`Registration`, msg`Sign up as a new advertiser, with billing, payment and entities.`],
  'ad-campaigns': [msg`Campaigns`, msg`List campaigns and ad groups with status, pacing and budget, and edit one or many at once.`],
  'ad-campaign-builder': [msg`Create campaign`, msg`Create campaigns step by step and see reach and projected spend as you go.`],
  'ad-workflow': [msg`Guided campaigns`, msg`Create campaigns with a guided form from your client.`],
  'ad-report-chart': [msg`Chart`, msg`Spend and results over time.`],
  'ad-reporting': [msg`Reporting`, msg`Build, save, schedule and share reports.`],
  'ad-insertion-orders': [msg`Insertion orders`, msg`Create, approve and close insertion orders.`],
  'ad-funds': [msg`Funds`, msg`Manage an advertiser’s balance, payment methods, auto-rebill, invoices and spend limits.`],
  'ad-admin': [msg`Admin`, msg`Manage clients, advertisers, users, roles and their settings.`],
  'ad-creative-library': [msg`Creative library`, msg`Upload, preview and approve images and videos.`],
  'ad-automated-actions': [msg`Automated actions`, msg`Create and test rules that change campaigns based on metrics.`],
  'ad-insights': [msg`Insights`, msg`See recommendations, incrementality and competitive position.`],
  'ad-yield-management': [msg`Yield`, msg`Set demand sources and price floors and see their effect.`],
  'ad-publisher': [msg`Publisher dashboards`, msg`See revenue and fill rate of a publisher’s placements.`],
  'ad-reservations': [msg`Reservations`, msg`Reserve, book and extend ad slots.`],
}

/** Name and description of a page. Tags without an entry count as the console. */
export const nameOf = ({ tag }: AddressMatch): Words => surfaceWords[isNamed(tag) ? tag : 'ad-console']
