import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type areas, type Permission, permissions } from '../../../contract/access/permissions.ts'
import { type RoleRefusal, roleRefusals } from '../../../contract/access/role.rules.ts'
import type { FieldProblem } from '../../../contract/reply.ts'
import { type Problem, problemText } from '../../../kit/problem.ts'
import type { RejectionTexts } from '../../../parts/resource/form-rejection.ts'

type AreaId = keyof typeof areas

interface AreaWords {
  readonly name: MessageDescriptor
  /** What the permissions of the area are about. */
  readonly about: MessageDescriptor
}

/** The areas of permissions. A new area of the contract needs a line here. */
const areaWords: Readonly<Record<AreaId, AreaWords>> = {
  users: { name: msg`Users`, about: msg`People who sign in, with their roles and access` },
  advertisers: { name: msg`Advertisers`, about: msg`Advertiser accounts and their details` },
  advertiser_groups: { name: msg`Advertiser groups`, about: msg`Groups of a client’s advertisers` },
  ad_groups: { name: msg`Ad groups`, about: msg`Ad groups of campaigns, with their budgets and bids` },
  assets: { name: msg`Creative library`, about: msg`Images and videos of ads` },
  member_groups: { name: msg`Clients`, about: msg`Clients and their settings` },
  hosts: { name: msg`Host names`, about: msg`Host name and login key of a client` },
  origins: { name: msg`Allowed origins`, about: msg`Sites that can show a client’s pages and elements` },
  feeds: { name: msg`Feeds`, about: msg`Imports of a client’s catalog` },
  configuration: { name: msg`Configuration`, about: msg`Settings of a client as a document` },
  themes: { name: msg`Theme`, about: msg`Fonts and colors of a client’s pages` },
  terms: { name: msg`Terms`, about: msg`Terms and conditions that users accept` },
  experiences: { name: msg`Experiences`, about: msg`Placements and formats that campaigns use` },
  channels: { name: msg`Channels`, about: msg`Where ads are shown` },
  currencies: { name: msg`Currencies`, about: msg`Currencies of clients and advertisers` },
  funds: { name: msg`Funds`, about: msg`Balances of advertisers and what changed them` },
  locales: { name: msg`Languages`, about: msg`Languages to choose from` },
  reports: { name: msg`Reports`, about: msg`Figures about delivery and spend` },
  saved_reports: { name: msg`Saved reports`, about: msg`Reports that users save, schedule and share` },
  activities: { name: msg`Areas of permissions`, about: msg`The areas that this list shows` },
  bidding_configs: { name: msg`Bid limits`, about: msg`Lowest and highest bids of each currency` },
  campaigns: { name: msg`Campaigns`, about: msg`Campaigns, with their budgets, dates and targeting` },
  entity_attributes: { name: msg`Attributes`, about: msg`Attributes of what is advertised` },
  industries: { name: msg`Industries`, about: msg`Industries to choose from` },
  member_group_types: { name: msg`Client types`, about: msg`Types of clients to choose from` },
  members: { name: msg`Directory`, about: msg`Search for people by name` },
  permissions: { name: msg`Permissions`, about: msg`Names of the permissions that this list shows` },
  role_permissions: { name: msg`Permissions of roles`, about: msg`Which permissions each role has` },
  roles: { name: msg`Roles`, about: msg`Roles and their names` },
  timezones: { name: msg`Time zones`, about: msg`Time zones to choose from` },
  targetings: { name: msg`Targeting`, about: msg`Targeting that campaigns can use` },
  templates: { name: msg`Campaign templates`, about: msg`Steps and defaults of new campaigns` },
  entity_registrations: { name: msg`Registrations`, about: msg`What advertisers register to advertise` },
  insertion_orders: { name: msg`Insertion orders`, about: msg`Orders with agreed budgets and dates` },
  payment_methods: { name: msg`Payment methods`, about: msg`Cards and accounts that advertisers pay with` },
  auto_rebills: { name: msg`Auto-rebill`, about: msg`Automatic top-ups of balances` },
  invoices: { name: msg`Invoices`, about: msg`Invoices of advertisers` },
  spend_limits: { name: msg`Spend limits`, about: msg`Limits of what advertisers spend` },
  fees: { name: msg`Fees`, about: msg`Service fees and surcharges` },
}

/** The actions that most areas have, in the order of their columns. */
export const commonActions = ['read', 'create', 'change', 'remove'] as const

const actionWords: Readonly<Record<string, MessageDescriptor>> = {
  read: msg`View`,
  create: msg`Create`,
  change: msg`Edit`,
  remove: msg`Delete`,
  activate: msg`Activate`,
  add: msg`Add funds`,
  apply: msg`Apply`,
  approve: msg`Approve`,
  close: msg`Close`,
  configure: msg`Configure`,
  correct: msg`Correct balances`,
  link: msg`Link campaigns`,
  reset: msg`Reset`,
  review: msg`Review`,
  share: msg`Share`,
}

/** What the other permissions do. */
const explanations: Partial<Readonly<Record<Permission, MessageDescriptor>>> = {
  'advertisers.activate': msg`Set the status of advertisers`,
  'assets.share': msg`Open the library’s projects for editing`,
  'configuration.apply': msg`Apply a document to a client’s settings`,
  'campaigns.review': msg`Approve or reject campaigns before they serve`,
  'funds.add': msg`Pay into an advertiser’s balance`,
  'funds.correct': msg`Credit or debit a balance with a reason`,
  'insertion_orders.approve': msg`Approve orders, so that campaigns can spend from them`,
  'insertion_orders.close': msg`End orders, so that nothing more is spent from them`,
  'insertion_orders.configure': msg`Set the legal text and the rules for orders`,
  'insertion_orders.link': msg`Choose the campaigns that spend from an order`,
  'spend_limits.approve': msg`Approve spend above a limit`,
  'terms.reset': msg`Publish new terms, which all users accept again`,
}

const isArea = (name: string): name is AreaId => Object.hasOwn(areaWords, name)

/** The name of an area; an area of a newer platform keeps its own. */
export const areaName = (area: string, i18n: I18n) => (isArea(area) ? i18n._(areaWords[area].name) : area)
export const areaAbout = (area: string, i18n: I18n) => (isArea(area) ? i18n._(areaWords[area].about) : undefined)

export const actionName = (action: string, i18n: I18n) => {
  const word = actionWords[action]
  return word ? i18n._(word) : action
}

const isKnown = (word: string): word is Permission => permissions.some((one) => one === word)

/** What a permission does, where its name does not say it. */
export const explanationOf = (word: string, i18n: I18n) => {
  const explanation = isKnown(word) ? explanations[word] : undefined
  return explanation && i18n._(explanation)
}

/** A permission with its area, such as "Campaigns: Review". */
export function permissionName(word: string, i18n: I18n) {
  const [area = '', action = ''] = word.split('.')
  return `${areaName(area, i18n)}: ${actionName(action, i18n)}`
}

/** Why a role cannot be changed. */
export const refusalWords: Readonly<Record<RoleRefusal, MessageDescriptor>> = {
  above_you: msg`The role is above yours`,
  built_in: msg`Built-in roles apply to every client. Only internal staff can change them, and they can’t be removed.`,
  own_role: msg`You can’t change the permissions of your own role`,
  super_user: msg`The super user always has every permission`,
  assigned: msg`The role is assigned to users. Assign them another role first.`,
  not_held: msg`You don’t have this permission, so you can’t give it`,
  last_client_admin: msg`A client would have no administrator who manages its users`,
}

const isRefusal = (code: string | undefined): code is RoleRefusal => roleRefusals.some((one) => one === code)

/** Texts of refused changes of roles, for forms and notices. */
export function refusalTexts(i18n: I18n): RejectionTexts {
  const textOf = ({ code }: Pick<FieldProblem, 'code'>) => (isRefusal(code) ? i18n._(refusalWords[code]) : undefined)
  return {
    field: textOf,
    all: (problem: Problem) => problem.fields.map(textOf).find((text) => text !== undefined) ?? problemText(problem, i18n),
  }
}
