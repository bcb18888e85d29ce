import { adGroupEntities } from './ad-groups/entities.ts'
import { adGroups } from './ad-groups/ad-groups.ts'
import { advertiserGroups } from './advertisers/groups.ts'
import { advertisers } from './advertisers/advertisers.ts'
import { manyAdvertisers } from './advertisers/many.ts'
import { manyAdvertiserGroups } from './advertisers/many-groups.ts'
import { bidEffects } from './bids/bid-effect.ts'
import { assets } from './images/assets.ts'
import { clientTerms } from './clients/client-terms.ts'
import { clientThemes } from './clients/client-themes.ts'
import { autoRebills } from './auto-rebills/auto-rebills.ts'
import { balances } from './money/balances.ts'
import { biddingConfigs } from './bids/bidding-configs.ts'
import { budgetRecommendations } from './budgets/recommendations.ts'
import { billing, fundingTypes, spendLimits } from './spend-limits/spend-limits.ts'
import { invoices } from './invoices/invoices.ts'
import { campaignDrafts } from './drafts/drafts.ts'
import { campaigns } from './campaigns/campaigns.ts'
import { changes } from './changes/changes.ts'
import { campaignFunds } from './money/campaign-funds.ts'
import { config, flags } from './session/config.ts'
import { currencies } from './money/currencies.ts'
import { entityRegistrations } from './registrations/registrations.ts'
import { errorReports } from './session/error-reports.ts'
import { experiences } from './clients/experiences.ts'
import { configuration } from './clients/configuration.ts'
import { feeds } from './clients/feeds.ts'
import { hosts } from './clients/hosts.ts'
import { fees } from './payments/fees.ts'
import { taxIds } from './payments/tax-ids.ts'
import { insertionOrders } from './insertion-orders/insertion-orders.ts'
import { localeLookups } from './locales.ts'
import { lookups } from './search/lookups.ts'
import { campaignImageEndpoints } from './images/images.ts'
import { memberGroups } from './clients/clients.ts'
import { overviews } from './alerts/overviews.ts'
import { payments } from './payments/payments.ts'
import { reportExports } from './reports/exports.ts'
import { reportSchedules } from './saved-reports/schedules.ts'
import { reportShares, savedReports } from './saved-reports/saved-reports.ts'
import { reports } from './reports/reports.ts'
import { search } from './search/search.ts'
import { simpleCampaigns } from './campaigns/simple-campaigns.ts'
import { signUp } from './users/sign-up.ts'
import { roleEndpoints } from './access/role-endpoints.ts'
import { sso } from './session/sso.ts'
import { targetings } from './targeting/targetings.ts'
import { templates } from './templates/templates.ts'
import { terms } from './session/terms.ts'
import { themes } from './clients/themes.ts'
import { userSettings } from './users/settings.ts'
import { users } from './users/users.ts'
import { wires } from './wires/wires.ts'

/** Every endpoint, for the platform and for tests. Browser code imports the endpoints of one noun instead. */
export const contract = {
  adGroupEntities,
  adGroups,
  advertiserGroups,
  advertisers,
  bidEffects,
  manyAdvertiserGroups,
  manyAdvertisers,
  assets,
  clientTerms,
  clientThemes,
  autoRebills,
  balances,
  biddingConfigs,
  billing,
  budgetRecommendations,
  campaignDrafts,
  campaigns,
  campaignFunds,
  changes,
  config,
  configuration,
  currencies,
  entityRegistrations,
  errorReports,
  experiences,
  fees,
  taxIds,
  flags,
  fundingTypes,
  feeds,
  hosts,
  insertionOrders,
  invoices,
  locales: localeLookups,
  lookups,
  mediaDrafts: campaignImageEndpoints,
  memberGroups,
  overviews,
  payments,
  reportExports,
  reportSchedules,
  reportShares,
  reports,
  savedReports,
  search,
  signUp,
  simpleCampaigns,
  spendLimits,
  roles: roleEndpoints,
  sso,
  targetings,
  templates,
  terms,
  themes,
  users,
  userSettings,
  wires,
}
