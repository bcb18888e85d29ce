import { type Call, type Endpoint, isEndpoint } from '../../../src/contract/endpoint.ts'
import { adGroupEntityExamples, adGroupExamples } from './ad-groups.ts'
import {
  advertiserExamples,
  advertiserGroupExamples,
  manyAdvertiserExamples,
  manyAdvertiserGroupExamples,
  searchExamples,
} from './advertisers.ts'
import { assetExamples } from './assets.ts'
import { budgetRecommendationExamples } from './budget-recommendations.ts'
import { campaignDraftExamples, mediaDraftExamples, simpleCampaignExamples } from './campaign-drafts.ts'
import { campaignExamples } from './campaigns.ts'
import { changeExamples } from './changes.ts'
import { clientTermsExamples } from './client-terms.ts'
import { clientThemeExamples } from './client-themes.ts'
import { errorReportExamples, flagExamples } from './config.ts'
import { entityRegistrationExamples } from './entity-registrations.ts'
import { experienceExamples } from './experiences.ts'
import { autoRebillExamples, wireExamples } from './funds-wires.ts'
import { billingExamples, fundingTypeExamples, invoiceExamples, spendLimitExamples } from './funds-limits.ts'
import { configurationExamples } from './configuration.ts'
import { feedExamples } from './feeds.ts'
import { hostExamples } from './hosts.ts'
import { insertionOrderExamples } from './insertion-orders.ts'
import { memberGroupExamples } from './member-groups.ts'
import { overviewExamples } from './overviews.ts'
import { feeExamples, paymentExamples, taxIdExamples } from './payments.ts'
import { reportExamples, reportExportExamples } from './reports.ts'
import { reportScheduleExamples, reportShareExamples, savedReportExamples } from './saved-reports.ts'
import { signUpExamples } from './sign-up.ts'
import { balanceExamples } from './balances.ts'
import { bidEffectExamples, biddingConfigExamples, lookupExamples, roleExamples } from './roles.ts'
import { ssoExamples } from './sso.ts'
import { targetingExamples } from './targetings.ts'
import { templateExamples } from './templates.ts'
import { termsExamples } from './terms.ts'
import { userSettingExamples } from './user-settings.ts'
import { userExamples } from './users.ts'
import type { contract } from '../../../src/contract/index.ts'
import { kindOf, type Target } from '../world/small-ids.ts'

/** A call as it is sent over HTTP. */
export interface AnyCall {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** What else the walkers need to know about an endpoint. */
interface Besides {
  /** Other statuses that the handler may return after the guards pass, each with its reason. */
  readonly otherStatuses?: Readonly<Record<number, string>>
  /** The version of the row in the small platform, 1 by default. */
  readonly version?: number
}
export interface Example extends AnyCall, Besides {}

type ExampleOf<E> = (target: Target) => Omit<Call<E>, 'path'> & Partial<Pick<Call<E>, Extract<keyof Call<E>, 'path'>>> & Besides
/** Examples in the contract's shape; an endpoint with only a path needs none. */
export type Examples<C> = { readonly [K in keyof C]?: C[K] extends Endpoint ? ExampleOf<C[K]> : Examples<C[K]> }

/** A valid call for each endpoint that takes more than ids in its path. */
export const examples: Examples<typeof contract> = {
  adGroupEntities: adGroupEntityExamples,
  adGroups: adGroupExamples,
  advertiserGroups: advertiserGroupExamples,
  advertisers: advertiserExamples,
  manyAdvertisers: manyAdvertiserExamples,
  manyAdvertiserGroups: manyAdvertiserGroupExamples,
  assets: assetExamples,
  autoRebills: autoRebillExamples,
  balances: balanceExamples,
  campaignDrafts: campaignDraftExamples,
  campaigns: campaignExamples,
  changes: changeExamples,
  clientTerms: clientTermsExamples,
  clientThemes: clientThemeExamples,
  entityRegistrations: entityRegistrationExamples,
  errorReports: errorReportExamples,
  experiences: experienceExamples,
  fees: feeExamples,
  taxIds: taxIdExamples,
  billing: billingExamples,
  bidEffects: bidEffectExamples,
  biddingConfigs: biddingConfigExamples,
  budgetRecommendations: budgetRecommendationExamples,
  flags: flagExamples,
  fundingTypes: fundingTypeExamples,
  configuration: configurationExamples,
  feeds: feedExamples,
  hosts: hostExamples,
  insertionOrders: insertionOrderExamples,
  invoices: invoiceExamples,
  lookups: lookupExamples,
  mediaDrafts: mediaDraftExamples,
  memberGroups: memberGroupExamples,
  overviews: overviewExamples,
  payments: paymentExamples,
  reports: reportExamples,
  reportExports: reportExportExamples,
  reportSchedules: reportScheduleExamples,
  reportShares: reportShareExamples,
  savedReports: savedReportExamples,
  search: searchExamples,
  signUp: signUpExamples,
  simpleCampaigns: simpleCampaignExamples,
  spendLimits: spendLimitExamples,
  roles: roleExamples,
  sso: ssoExamples,
  targetings: targetingExamples,
  templates: templateExamples,
  terms: termsExamples,
  users: userExamples,
  userSettings: userSettingExamples,
  wires: wireExamples,
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

export type AnyExample = (target: Target) => Example

/** Maps each endpoint to its example. */
export function pairedExamples(contract: object, given: object): Map<Endpoint, AnyExample> {
  return new Map(
    Object.entries(contract).flatMap(([name, node]: [string, object]) => {
      const found = (given as Readonly<Record<string, unknown>>)[name] // examples have the contract's shape
      if (isEndpoint(node)) return typeof found === 'function' ? [[node, found as AnyExample] as const] : [] // likewise
      return typeof found === 'object' && found !== null ? [...pairedExamples(node, found)] : []
    }),
  )
}

const lacksOne = (endpoint: Endpoint, what: string) =>
  new Error(`${nameOf(endpoint)} has no example: ${what}, under its noun in tests/support/examples and listed in example-calls.ts`)

/** The ids of a path, by the kinds of their names; for other names the example must give a value. */
function pathOf(endpoint: Endpoint, target: Target, given: AnyCall['path']) {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  return Object.fromEntries(
    names.map((name) => {
      const value = given?.[name] ?? kindOf(name)?.idAt(target)
      if (value === undefined) throw lacksOne(endpoint, `say what :${name} is`)
      return [name, value]
    }),
  )
}

/** A valid call of an endpoint for a target. */
export function exampleOf(paired: ReadonlyMap<Endpoint, AnyExample>, endpoint: Endpoint, target: Target): Example {
  const example = paired.get(endpoint)?.(target) ?? {}
  if (endpoint.body && example.body === undefined) throw lacksOne(endpoint, 'give a body that is right in every way')
  if (endpoint.query && !example.query && !endpoint.query.is({})) throw lacksOne(endpoint, 'give a query that is right')
  const path = pathOf(endpoint, target, example.path)
  return { ...example, ...(Object.keys(path).length > 0 && { path }) }
}
