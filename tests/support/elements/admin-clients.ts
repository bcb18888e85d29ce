import type { MemberGroup, UserMemberGroup } from '../../../src/contract/clients/clients.ts'
import type { TermsOverview } from '../../../src/contract/clients/client-terms.ts'
import type { FeedRun } from '../../../src/contract/clients/feeds.ts'
import type { ClientHosts } from '../../../src/contract/clients/hosts.ts'
import type { ThemeValues } from '../../../src/contract/clients/themes.ts'
import type { CampaignTemplate } from '../../../src/contract/templates/templates.ts'
import { adminPermissions, type answerAdmin } from './admin.ts'
import { client as seededClient, success } from './insertion-orders.ts'

type Platform = NonNullable<Parameters<typeof answerAdmin>[0]>

/** A client of the list. */
export const clientRow = (change: Partial<UserMemberGroup> = {}): UserMemberGroup => ({
  member_group_id: 1,
  name: 'Retailer',
  status: 'active',
  host_name: 'ads.retailer.example',
  currency_code: 'USD',
  registration_enabled: false,
  has_sso: false,
  advertisers: 12,
  active_campaigns: 34,
  created_at: '2025-01-01T00:00:00.000Z',
  ...change,
})

/** A client as its page reads it. */
export const client = (change: Partial<MemberGroup> = {}): MemberGroup => ({ ...seededClient, version: 6, ...change })

export const clientsOf = (rows: readonly UserMemberGroup[]) => success({ member_groups: rows, total: rows.length })

/** Permissions of a client admin for the settings of the client. */
export const clientPermissions: readonly string[] = [
  ...adminPermissions,
  ...['member_groups.change', 'member_group_types.read', 'currencies.read', 'channels.read'],
  ...['hosts.change', 'origins.change', 'themes.read', 'themes.change', 'terms.reset'],
  ...['templates.read', 'templates.change', 'templates.remove', 'feeds.read'],
]

const staffRole = { role_id: 1, id: 1, name: 'super user', access: { clients: [], advertiser_groups: [], advertisers: [] }, activities: [] }
/** The signed-in user as internal staff. */
export const staff = {
  roles: [staffRole],
  permissions: [...clientPermissions, 'member_groups.create', 'configuration.read', 'configuration.apply'],
  isInternal: true,
} as const

export const clientTypes = success([
  { member_group_type_id: 1, name: 'Publisher' },
  { member_group_type_id: 2, name: 'Marketplace' },
])

const usd = { currency_id: 1, currency_code: 'USD', name: 'US dollar', symbol: '$', digits: 2 }
export const clientHosts = (change: Partial<ClientHosts> = {}): ClientHosts => ({
  host_name: 'ads.retailer.example',
  login_key: 'retailer',
  requested_host_name: null,
  requested_login_key: null,
  version: 6,
  ...change,
})

const themeValues: ThemeValues = { font_family: 'Default', primary_color: '#1a6f5c', button_color: '#1a6f5c', button_text_color: '#ffffff' }
export const theme = (change: Partial<ThemeValues> = {}) => ({
  id: 1,
  member_group_id: 1,
  theme: { ...themeValues, ...change },
  registration_enabled: false,
  sso_organization_id: null,
  sso_connection_id: null,
})
export const editableTheme = (change: Partial<ThemeValues> = {}, version = 2) => ({
  ...theme(change),
  member_group_name: 'Retailer',
  version,
})

export const termsOverview = (change: Partial<TermsOverview> = {}): TermsOverview => ({
  terms: [
    {
      locale_id: 1,
      code: 'en-US',
      terms_conditions_url: 'https://shop.example/terms',
      last_modified: '2025-03-01T09:00:00.000Z',
      version: 4,
    },
  ],
  languages: [
    { locale_id: 1, code: 'en-US' },
    { locale_id: 3, code: 'de' },
  ],
  accepted: 847,
  ...change,
})

/** An import of the client's catalog. */
export const feedRun = (change: Partial<FeedRun> = {}): FeedRun => ({
  feed_run_id: 21,
  source: 'Nightly catalog',
  started_at: '2025-03-04T02:10:00.000Z',
  duration_ms: 1234,
  rows: 640,
  added: 3,
  changed: 2,
  removed: 1,
  refused: 0,
  status: 'succeeded',
  ...change,
})

/** A template of the client. */
export const template = (change: Partial<CampaignTemplate> = {}): CampaignTemplate => ({
  campaign_template_id: 11,
  member_group_id: 1,
  experience_id: null,
  name: 'Weekend nights',
  description: '',
  is_active: true,
  flow: 'templated',
  steps: [],
  defaults: {},
  created_at: '2025-01-01T00:00:00.000Z',
  changed_at: '2025-01-01T00:00:00.000Z',
  version: 3,
  ...change,
})

/** Replies that all screens of clients need. */
export const clientReplies: NonNullable<Platform['replies']> = {
  'GET member_groups/1': success(client()),
  'POST users/3/member_groups_report': clientsOf([clientRow()]),
  'GET member_group_type': clientTypes,
  'GET member_groups/1/host_name': success(clientHosts()),
  'GET member_groups/1/allowed_origins': success({ allowed_origins: ['https://shop.example'], version: 6 }),
  'GET member_groups/1/theme': success(theme()),
  'GET member_groups/1/users/terms_and_conditions/overview': success(termsOverview()),
  'POST member_groups/1/users/terms_and_conditions/changes_report': success({ changes: [], total: 0 }),
  'GET member_groups/1/templates/active_templates': success({
    campaign_templates: [template(), template({ campaign_template_id: 12, name: 'Summer sale' })],
  }),
  'POST member_groups/1/templates/non_active_templates_report': success({
    campaign_templates: [template({ campaign_template_id: 13, name: 'Old offer', is_active: false })],
  }),
  'GET member_groups/1/templates/uses': success({ uses: [{ campaign_template_id: 11, campaigns: 4, drafts: 1 }] }),
  'GET member_groups/themes': success({ themes: [editableTheme()] }),
  'POST member_groups/1/theme/changes_report': success({ changes: [], total: 0 }),
  'GET currencies': success([usd, { ...usd, currency_id: 3, currency_code: 'JPY', name: 'Yen', symbol: '¥', digits: 0 }]),
}
