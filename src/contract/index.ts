import { advertiserGroups } from './advertiser-groups.ts'
import { advertisers } from './advertisers.ts'
import { assets } from './assets.ts'
import { clientThemes } from './client-themes.ts'
import { balances } from './balances.ts'
import { biddingConfigs } from './bidding-configs.ts'
import { budgetRecommendations } from './budget-recommendations.ts'
import { campaignFunds } from './campaign-funds.ts'
import { config, flags } from './config.ts'
import { currencies } from './currencies.ts'
import { experiences } from './experiences.ts'
import { localeLookups } from './locales.ts'
import { lookups } from './lookups.ts'
import { memberGroups } from './member-groups.ts'
import { overviews } from './overviews.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { signUp } from './sign-up.ts'
import { roleCalls } from './role-calls.ts'
import { sso } from './sso.ts'
import { terms } from './terms.ts'
import { themes } from './themes.ts'
import { userSettings } from './user-settings.ts'
import { users } from './users.ts'

/** Every endpoint; for the platform and for tests. A page imports the noun instead. */
export const contract = {
  advertiserGroups,
  advertisers,
  assets,
  clientThemes,
  balances,
  biddingConfigs,
  budgetRecommendations,
  campaignFunds,
  config,
  currencies,
  experiences,
  flags,
  locales: localeLookups,
  lookups,
  memberGroups,
  overviews,
  reports,
  search,
  signUp,
  roles: roleCalls,
  sso,
  terms,
  themes,
  users,
  userSettings,
}
