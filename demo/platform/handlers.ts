import type { ApplicationConfig } from '../../src/contract/session/config.ts'
import type { contract } from '../../src/contract/index.ts'
import { adGroupEntityHandlers } from './ad-groups/entity-handlers.ts'
import { adGroupHandlers } from './ad-groups/handlers.ts'
import { advertiserGroupHandlers, manyAdvertiserGroupHandlers } from './advertisers/groups.ts'
import { advertiserHandlers, manyAdvertiserHandlers } from './advertisers/handlers.ts'
import { assetHandlers } from './images/assets.ts'
import { autoRebillHandlers } from './auto-rebills/handlers.ts'
import { clientThemeHandlers } from './clients/client-themes.ts'
import { balanceHandlers, campaignFundHandlers } from './money/handlers.ts'
import { bidEffectHandlers, biddingConfigHandlers } from './money/bidding-configs.ts'
import { budgetRecommendationHandlers } from './money/budget-recommendations.ts'
import { campaignDraftHandlers } from './drafts/handlers.ts'
import { campaignHandlers } from './campaigns/handlers.ts'
import { changeHandlers } from './changes/handlers.ts'
import { configHandlers, flagHandlers } from './session/config.ts'
import { errorReportHandlers } from './session/error-reports.ts'
import { entityRegistrationHandlers } from './registrations/handlers.ts'
import { feeHandlers } from './payments/fees.ts'
import { taxIdHandlers } from './payments/tax-ids.ts'
import { type ResolveHost, resolveHost } from './clients/dns.ts'
import { experienceHandlers } from './clients/experiences.ts'
import { configurationHandlers } from './clients/configuration.ts'
import { feedHandlers } from './clients/feeds.ts'
import { hostHandlers } from './clients/hosts.ts'
import { billingHandlers, fundingTypeHandlers } from './clients/funding-types.ts'
import type { Handlers } from './http/implement.ts'
import { insertionOrderHandlers } from './insertion-orders/handlers.ts'
import { invoiceHandlers } from './invoices/handlers.ts'
import { currencyHandlers, localeHandlers, lookupHandlers } from './search/lookups.ts'
import { mediaDraftHandlers } from './images/handlers.ts'
import { memberGroupHandlers } from './clients/handlers.ts'
import { overviewHandlers } from './advertisers/overviews.ts'
import { paymentHandlers } from './payments/handlers.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { sandbox } from './payments/sandbox.ts'
import { reportExportHandlers } from './reports/exports.ts'
import { reportScheduleHandlers } from './saved-reports/schedules.ts'
import { reportShareHandlers } from './saved-reports/shares.ts'
import { reportHandlers } from './reports/handlers.ts'
import { savedReportHandlers } from './saved-reports/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { simpleCampaignHandlers } from './campaigns/simple-handlers.ts'
import { spendLimitHandlers } from './spend-limits/handlers.ts'
import { signUpHandlers } from './users/sign-up.ts'
import { roleHandlers } from './roles/handlers.ts'
import { ssoHandlers } from './session/sso.ts'
import { targetingHandlers } from './targeting/handlers.ts'
import { templateHandlers } from './templates/handlers.ts'
import { clientTermsHandlers, termsHandlers } from './session/terms.ts'
import { themeHandlers } from './clients/themes.ts'
import { userSettingHandlers } from './users/settings.ts'
import { userHandlers } from './users/handlers.ts'
import { wireHandlers } from './wires/handlers.ts'

/** How payments are made: the provider, the bank, and the platform's own origins, whose pages may frame the payment page. */
export interface PaymentSettings {
  /** Null where none is set up. */
  readonly provider: PaymentProvider | null
  /** Whether there is an account for bank transfers. */
  readonly hasBank: boolean
  readonly ownOrigins: readonly string[]
}

export const handlersFor = (
  application: ApplicationConfig,
  flags: Readonly<Record<string, boolean>>,
  payments: PaymentSettings = { provider: sandbox, hasBank: true, ownOrigins: [] },
  resolve: ResolveHost = resolveHost,
): Handlers<typeof contract> => ({
  adGroupEntities: adGroupEntityHandlers,
  adGroups: adGroupHandlers,
  advertiserGroups: advertiserGroupHandlers,
  advertisers: advertiserHandlers,
  manyAdvertisers: manyAdvertiserHandlers,
  manyAdvertiserGroups: manyAdvertiserGroupHandlers,
  assets: assetHandlers,
  clientTerms: clientTermsHandlers,
  clientThemes: clientThemeHandlers,
  autoRebills: autoRebillHandlers,
  balances: balanceHandlers,
  bidEffects: bidEffectHandlers,
  biddingConfigs: biddingConfigHandlers,
  billing: billingHandlers,
  budgetRecommendations: budgetRecommendationHandlers,
  campaignDrafts: campaignDraftHandlers,
  campaigns: campaignHandlers,
  campaignFunds: campaignFundHandlers,
  changes: changeHandlers,
  config: configHandlers(application),
  configuration: configurationHandlers,
  currencies: currencyHandlers,
  entityRegistrations: entityRegistrationHandlers,
  errorReports: errorReportHandlers(),
  experiences: experienceHandlers,
  fees: feeHandlers,
  taxIds: taxIdHandlers,
  flags: flagHandlers(flags),
  fundingTypes: fundingTypeHandlers,
  feeds: feedHandlers,
  hosts: hostHandlers({ ownOrigins: payments.ownOrigins, resolve }),
  insertionOrders: insertionOrderHandlers,
  invoices: invoiceHandlers,
  locales: localeHandlers,
  lookups: lookupHandlers,
  mediaDrafts: mediaDraftHandlers,
  memberGroups: memberGroupHandlers,
  overviews: overviewHandlers,
  payments: paymentHandlers({ ...payments, pageOrigin: application.other_origin }),
  reportExports: reportExportHandlers,
  reportSchedules: reportScheduleHandlers,
  reportShares: reportShareHandlers,
  reports: reportHandlers,
  savedReports: savedReportHandlers,
  search: searchHandlers,
  signUp: signUpHandlers,
  simpleCampaigns: simpleCampaignHandlers,
  spendLimits: spendLimitHandlers,
  roles: roleHandlers,
  sso: ssoHandlers,
  targetings: targetingHandlers,
  templates: templateHandlers,
  terms: termsHandlers,
  themes: themeHandlers,
  users: userHandlers,
  userSettings: userSettingHandlers,
  wires: wireHandlers(payments),
})
