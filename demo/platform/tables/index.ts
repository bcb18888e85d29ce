import type { Migration } from 'kysely'
import { type TenantTables, tenants } from './001-tenants.ts'
import { type CampaignTables, campaigns } from './002-campaigns.ts'
import { type FactTables, facts } from './003-facts.ts'
import { type PeopleTables, people } from './004-people.ts'
import { type MachineryTables, machinery } from './005-machinery.ts'
import { type UserSettingTables, userSettings } from './006-user-settings.ts'
import { type UserTables, users } from './007-users.ts'
import { type ClientTables, clients } from './008-clients.ts'
import { type AdvertiserTables, advertisers } from './009-advertisers.ts'
import { type RoleTables, roles } from './010-roles.ts'
import { type FundingTypeTables, fundingTypes } from './011-funding-types.ts'
import { type AdviceTables, advice } from './012-advice.ts'
import { type RateLimitTables, rateLimits } from './013-rate-limits.ts'
import { foundByIndex } from './014-found-by-index.ts'
import { type CampaignGrowthTables, campaignsGrown } from './015-campaigns-grown.ts'
import { type MoneyTables, money } from './016-money.ts'
import { type CampaignDraftTables, campaignDrafts } from './017-campaign-drafts.ts'
import { type TargetingTables, targeting } from './018-targeting.ts'
import { type RegistrationTables, registrations } from './019-registrations.ts'
import { type TemplateTables, templates } from './020-templates.ts'
import { campaignHistory } from './021-campaign-history.ts'
import { type SavedReportTables, savedReports } from './023-saved-reports.ts'
import { toldOccasions } from './024-told-occasions.ts'
import { demoClock } from './025-demo-clock.ts'
import { entitiesWithBids } from './026-entities-with-bids.ts'
import { type EntityChangeTables, entityChanges } from './027-entity-changes.ts'
import { ordersOfAdvertisers } from './028-orders-of-advertisers.ts'
import { type LastSeenTables, lastSeen } from './029-last-seen.ts'
import { type PurchaseTables, purchases } from './030-purchases.ts'
import { scheduleVersions } from './031-schedule-versions.ts'
import { type FactsKeptTables, factsRetention } from './032-facts-kept.ts'
import { purchasesKept } from './033-purchases-kept.ts'
import { mailsOnce } from './034-mails-once.ts'
import { mailsOfRuns } from './035-mails-of-runs.ts'
import { type ChangeTables, changes } from './036-changes.ts'
import { projectsOfAssets } from './037-projects-of-assets.ts'
import { type IdentitySubjectTables, identitySubjects } from './038-identity-subjects.ts'
import { reportingRole } from './040-reporting-role.ts'
import { accessOfRoles } from './041-access-of-roles.ts'
import { type PacingTables, pacings } from './042-pacings.ts'
import { type AdvertiserExperienceTables, experiencesOfAdvertisers } from './043-experiences-of-advertisers.ts'
import { typesOfClients } from './044-types-of-clients.ts'
import { type InsertionOrderTables, insertionOrders } from './045-insertion-orders.ts'
import { funds } from './046-funds.ts'
import { type PaymentTables, payments } from './047-payments.ts'
import { type WireTables, wires } from './048-wires.ts'
import { type AutoRebillTables, autoRebills } from './049-auto-rebills.ts'
import { type InvoiceTables, invoices } from './050-invoices.ts'
import { type SpendOrderTables, spendOrders } from './051-spend-orders.ts'
import { type FundingLotTables, fundingLots } from './052-funding-lots.ts'
import { fundsLimits } from './056-funds-limits.ts'
import { invoiceNumbers } from './057-invoice-numbers.ts'
import { rebillLimits } from './058-rebill-limits.ts'
import { fundsTerms } from './059-funds-terms.ts'
import { languagesOfSessions } from './060-languages-of-sessions.ts'
import { type OrderAdjustmentTables, orderAdjustments } from './061-order-adjustments.ts'
import { creditLines } from './062-credit-lines.ts'
import { paymentPages } from './063-payment-pages.ts'
import { type TaxIdTables, taxIds } from './064-tax-ids.ts'
import { requestIds } from './065-request-ids.ts'
import { invoicesAgain } from './066-invoices-again.ts'
import { limitsOfFunding } from './067-limits-of-funding.ts'
import { lotsOfTypes } from './068-lots-of-types.ts'
import { invoicedOrders } from './069-invoiced-orders.ts'
import { administration } from './070-administration.ts'
import { withdrawnLots } from './071-withdrawn-lots.ts'
import { lentLots } from './072-lent-lots.ts'
import { type InvoicedNumberTables, invoicedNumbers } from './073-invoiced-numbers.ts'
import { type SignedOrderTables, signedOrders } from './075-signed-orders.ts'
import { hosts } from './079-hosts.ts'
import { templateOrder } from './080-template-order.ts'
import { type FeedTables, feeds } from './081-feeds.ts'
import { type ConfigurationTables, configurations } from './082-configurations.ts'

export interface Tables
  extends TenantTables,
    CampaignTables,
    FactTables,
    PeopleTables,
    MachineryTables,
    UserSettingTables,
    UserTables,
    ClientTables,
    FeedTables,
    ConfigurationTables,
    AdvertiserTables,
    RoleTables,
    FundingTypeTables,
    AdviceTables,
    RateLimitTables,
    CampaignGrowthTables,
    MoneyTables,
    CampaignDraftTables,
    TargetingTables,
    RegistrationTables,
    TemplateTables,
    SavedReportTables,
    EntityChangeTables,
    LastSeenTables,
    PurchaseTables,
    FactsKeptTables,
    ChangeTables,
    IdentitySubjectTables,
    PacingTables,
    AdvertiserExperienceTables,
    InsertionOrderTables,
    PaymentTables,
    WireTables,
    AutoRebillTables,
    InvoiceTables,
    TaxIdTables,
    SpendOrderTables,
    FundingLotTables,
    OrderAdjustmentTables,
    InvoicedNumberTables,
    SignedOrderTables {}

/** All migrations, in order. An applied migration must not change. */
export const migrations: Record<string, Migration> = {
  '001-tenants': tenants,
  '002-campaigns': campaigns,
  '003-facts': facts,
  '004-people': people,
  '005-machinery': machinery,
  '006-user-settings': userSettings,
  '007-users': users,
  '008-clients': clients,
  '009-advertisers': advertisers,
  '010-roles': roles,
  '011-funding-types': fundingTypes,
  '012-advice': advice,
  '013-rate-limits': rateLimits,
  '014-found-by-index': foundByIndex,
  '015-campaigns-grown': campaignsGrown,
  '016-money': money,
  '017-campaign-drafts': campaignDrafts,
  '018-targeting': targeting,
  '019-registrations': registrations,
  '020-templates': templates,
  '021-campaign-history': campaignHistory,
  '023-saved-reports': savedReports,
  '024-told-occasions': toldOccasions,
  '025-demo-clock': demoClock,
  '026-entities-with-bids': entitiesWithBids,
  '027-entity-changes': entityChanges,
  '028-orders-of-advertisers': ordersOfAdvertisers,
  '029-last-seen': lastSeen,
  '030-purchases': purchases,
  '031-schedule-versions': scheduleVersions,
  '032-facts-kept': factsRetention,
  '033-purchases-kept': purchasesKept,
  '034-mails-once': mailsOnce,
  '035-mails-of-runs': mailsOfRuns,
  '036-changes': changes,
  '037-projects-of-assets': projectsOfAssets,
  '038-identity-subjects': identitySubjects,
  '040-reporting-role': reportingRole,
  '041-access-of-roles': accessOfRoles,
  '042-pacings': pacings,
  '043-experiences-of-advertisers': experiencesOfAdvertisers,
  '044-types-of-clients': typesOfClients,
  '045-insertion-orders': insertionOrders,
  '046-funds': funds,
  '047-payments': payments,
  '048-wires': wires,
  '049-auto-rebills': autoRebills,
  '050-invoices': invoices,
  '051-spend-orders': spendOrders,
  '052-funding-lots': fundingLots,
  '056-funds-limits': fundsLimits,
  '057-invoice-numbers': invoiceNumbers,
  '058-rebill-limits': rebillLimits,
  '059-funds-terms': fundsTerms,
  '060-languages-of-sessions': languagesOfSessions,
  '061-order-adjustments': orderAdjustments,
  '062-credit-lines': creditLines,
  '063-payment-pages': paymentPages,
  '064-tax-ids': taxIds,
  '065-request-ids': requestIds,
  '066-invoices-again': invoicesAgain,
  '067-limits-of-funding': limitsOfFunding,
  '068-lots-of-types': lotsOfTypes,
  '069-invoiced-orders': invoicedOrders,
  '070-administration': administration,
  '071-withdrawn-lots': withdrawnLots,
  '072-lent-lots': lentLots,
  '073-invoiced-numbers': invoicedNumbers,
  '075-signed-orders': signedOrders,
  '079-hosts': hosts,
  '080-template-order': templateOrder,
  '081-feeds': feeds,
  '082-configurations': configurations,
}
