import type { channelNames } from '../../../src/contract/reports/dimensions.ts'
import { roles } from '../../../src/contract/access/permissions.ts'

const memberGroupTypes = ['Publisher', 'Marketplace', 'Retailer']

/** The channels of each industry. */
const industries: Readonly<Record<string, readonly (typeof channelNames)[number][]>> = {
  Automotive: ['onsite', 'media', 'offsite'],
  'Consumer goods': ['onsite', 'media', 'offsite'],
  Electronics: ['onsite', 'offsite'],
  Entertainment: ['onsite', 'media', 'reservations'],
  Fashion: ['onsite', 'media', 'offsite'],
  Finance: ['onsite', 'media'],
  Grocery: ['onsite', 'media', 'offsite'],
  'Health and beauty': ['onsite', 'offsite'],
  Restaurants: ['onsite', 'media', 'reservations'],
  Travel: ['onsite', 'media', 'offsite', 'reservations'],
}

/** The built-in roles, and the lookups that all clients share. */
export const lookupRows = () => ({
  roles: roles.map(({ role_id, name }) => ({ role_id, base_role_id: role_id, name, version: 1 })),
  member_group_types: memberGroupTypes.map((name, index) => ({ member_group_type_id: index + 1, name })),
  industries: Object.keys(industries).map((name, index) => ({ industry_id: index + 1, name })),
  industry_channels: Object.values(industries).flatMap((channels, index) => channels.map((name) => ({ industry_id: index + 1, name }))),
  timezones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map((name, index) => ({
    timezone_id: index + 1,
    name,
  })),
})
