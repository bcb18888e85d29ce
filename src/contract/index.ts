import { assets } from './assets.ts'
import { biddingConfigs } from './bidding-configs.ts'
import { config, flags } from './config.ts'
import { currencies } from './currencies.ts'
import { localeLookups } from './locales.ts'
import { lookups } from './lookups.ts'
import { memberGroups } from './member-groups.ts'
import { reports } from './reports.ts'
import { roleCalls } from './role-calls.ts'
import { sso } from './sso.ts'
import { themes } from './themes.ts'
import { userSettings } from './user-settings.ts'
import { users } from './users.ts'

/** Every endpoint; for the platform and for tests. A page imports the noun instead. */
export const contract = {
  assets,
  biddingConfigs,
  config,
  currencies,
  flags,
  locales: localeLookups,
  lookups,
  memberGroups,
  reports,
  roles: roleCalls,
  sso,
  themes,
  users,
  userSettings,
}
