import { type ResourceKind, resourceKinds } from '../../../demo/platform/access/resource-kinds.ts'
import { approvedCampaign, deniedCampaign, otherPicture, pausedAdGroup, seededAdvertisers, waitingCampaign } from './small-seed.ts'

/** The subject of a call: an advertiser of the small platform, with its group and client. */
export interface Target {
  readonly client: number
  readonly group: number
  readonly advertiser: number
}

/** The owner of an id; a group belongs to no single advertiser, and neither does a client. */
export interface Owner {
  readonly client: number
  readonly group?: number | null
  readonly advertiser?: number
}

/** A kind of id in calls, and the id of that kind for a target. */
export interface Kind {
  readonly subject: string
  readonly names: readonly string[]
  idAt(target: Target): number
  ownerOf(id: number): Owner | undefined
}

/** The factor from an advertiser's id to the ids below it. A new kind needs its rows in small-seed.ts and its entry here. */
const times: Readonly<Record<string, number>> = { advertisers: 1, campaigns: 10, ad_groups: 100, entities: 1000, saved_reports: 1 }

/** Ids that belong to no client, with the reason; the scope does not look them up. */
export const clientless: Readonly<Record<string, string>> = {
  id: 'a column of a file is named by the registry of dimensions and metrics',
  userId: 'a person is of no client; users.test.ts walks who reaches whom',
  user_id: 'likewise',
  user_ids: 'likewise; users-status.test.ts names users out of reach',
  roleId: 'the eight roles are of no client; roles.test.ts walks who reaches those that clients have made',
  role_id: 'likewise',
  base_role_id: 'likewise',
  rolePermissionId: 'it is of a role',
  permission_id: 'permissions are the same at every client',
  activity_id: 'activities are the same at every client',
  currency_id: 'currencies are the same at every client',
  budget_type_id: 'types of budgets are the same at every client',
  bidding_type_id: 'how a bid is charged is the same at every client',
  biddingConfigId: 'it is looked up within the client of its path',
  role_ids: 'roles are the same at every client',
  experienceId: 'an experience is looked up within the client that the call names',
  locale_id: 'locales are the same at every client',
  member_group_type_id: 'types of clients are the same at every client',
  advertiser_experience_ids: 'experiences are looked for among the client’s own; advertiser-experiences.test.ts names another’s',
  sso_organization_id: 'an organization is named by the identity provider',
  sso_connection_id: 'likewise',
  industry_id: 'industries are the same at every client',
  channel_ids: 'channels are looked for among the client’s own; advertisers.test.ts names another’s',
  experience_id: 'an experience is looked up within the client that the call names',
  targetingId: 'a dimension is looked up within the client that the call names; targetings.test.ts names another’s',
  targeting_id: 'likewise',
  targeting_option_id: 'an option is looked up within its dimension; targetings.test.ts names another’s',
  targeting_option_ids: 'likewise',
  match_type_id: 'how a condition takes its options is the same at every client',
  templateId: 'a template is looked up within the client of its path; templates.test.ts names another’s',
  configurationVersionId: 'a stored configuration is looked up within the client of its path; configuration.test.ts names another’s',
  feedRunId: 'a run is looked up within the client of its path; feeds.test.ts names another’s',
  eventId: 'a registration is looked up within the advertiser of its path; entity-registrations.test.ts names another’s',
  event_id: 'likewise',
  event_detail_ids: 'likewise',
  internal_ids: 'these are a client’s own numbers, looked for in its catalogue',
  campaign_template_id: 'a template is looked up within the client; campaign-drafts.test.ts names another’s',
  campaign_template_ids: 'templates are compared with the client’s own; templates.test.ts names another’s',
  insertion_order_id: 'an order is looked for among those that the client offers; campaign-drafts.test.ts names another’s',
  insertionOrderId: 'an order is looked up within what the caller sees of the client; insertion-orders.test.ts names another’s',
  moves_from_id: 'it is only compared with the order that the campaign spends from',
  invoiceId: 'an invoice is looked up within the advertiser of its path; invoices.test.ts names another’s',
  spend_limit_id: 'a limit is looked up within what the caller sees of the client; spend-limits.test.ts lists another’s',
  pendingSpendOrderId: 'a spend order is looked up within what the caller sees of the client; spend-limits.test.ts lists another’s',
  billing_method_ids: 'billing methods are the same at every client',
  line_id: 'a line is looked up within its order; insertion-orders.test.ts names another’s',
  to_line_id: 'likewise',
  versionId: 'a version is looked up within its order; insertion-orders-signed.test.ts names another’s',
  attachmentId: 'a document is looked up within its order; insertion-orders-signed.test.ts names another’s',
  funding_type_id: 'funding types are the same at every client',
  experience_asset_id: 'the slot of a picture is looked up in the draft’s experience',
  asset_id: 'a picture is looked for among those of the advertiser; campaign-drafts.test.ts names another’s',
  assetId: 'a picture is looked up within the campaign of its path; media-drafts.test.ts names another’s',
  review_status_id: 'how a review stands is the same at every client',
  campaign_change_ids: 'a change is looked up among those of campaigns that the caller reaches; campaigns-undo.test.ts names another’s',
  archivedAdvertiserId: 'an archived advertiser is looked up within the client of its path; advertisers-archive.test.ts names another’s',
  change_id: 'a change is looked up within its record; saved-reports-changes, users-history and advertisers-history.test.ts name another’s',
  except_campaign_ids: 'it only leaves out of a list what lies in it',
  reportShareId: 'a link is looked up within its report; report-shares.test.ts names another’s',
  request_id: 'an error report only quotes it, and nothing is looked up by it',
  paymentMethodId: 'a method is looked up within the advertiser of its path; payments.test.ts names another’s',
  payment_method_id: 'likewise',
  paymentId: 'likewise',
  tax_type_id: 'taxes are the same at every client',
  tax_id: 'the number of a tax office; nothing is looked up by it',
  autoRebillId: 'an auto-rebill is looked up within the advertiser of its path; auto-rebills.test.ts names another’s',
  wireTransferId: 'a transfer is looked up within the advertiser of its path; wires.test.ts names another’s',
  receiptId: 'a receipt is looked up within the client of its path; wires.test.ts names another’s',
  project_id: 'a project is looked up among the images that the caller may see; assets.test.ts names another’s',
}

const client: Kind = {
  subject: 'Client',
  names: ['memberGroupId', 'member_group_id', 'member_group_ids'],
  idAt: (target) => target.client,
  ownerOf: (id) => (seededAdvertisers.some((tenant) => tenant.client === id) ? { client: id } : undefined),
}

const group = ({ subject, fields }: ResourceKind): Kind => ({
  subject,
  names: fields,
  idAt: (target) => target.group,
  ownerOf: (id) => {
    const tenant = seededAdvertisers.find((one) => one.group === id)
    return tenant && { client: tenant.client, group: tenant.group }
  },
})

/** Additional ids of the same kinds that each advertiser has. */
const besides: Readonly<Record<string, readonly ((advertiser: number) => number)[]>> = {
  campaigns: [waitingCampaign, deniedCampaign, approvedCampaign],
  ad_groups: [pausedAdGroup],
  assets: [otherPicture],
}

function below({ subject, table, fields }: ResourceKind): Kind {
  const factor = () => {
    if (times[table] !== undefined) return times[table]
    throw new Error(
      `tests/support/world/small-ids.ts does not know ${table}: seed one per advertiser in small-seed.ts, and add its factor here`,
    )
  }
  return {
    subject,
    names: fields,
    idAt: ({ advertiser }) => advertiser * factor(),
    ownerOf: (id) =>
      seededAdvertisers.find(({ advertiser }) =>
        [advertiser * factor(), ...(besides[table] ?? []).map((one) => one(advertiser))].includes(id),
      ),
  }
}

/** Every kind of id that the scope looks up. */
export const kinds: readonly Kind[] = [
  client,
  ...resourceKinds.map((thing) => (thing.table === 'advertiser_groups' ? group(thing) : below(thing))),
]

/** The kind of id for a field name. */
export const kindOf = (name: string) => kinds.find(({ names }) => names.includes(name))

/** Whether a field name is one of ids. */
export const namesIds = (name: string) => /(^id|Id|_ids?)$/.test(name)

const missing = 99
const targetAt = (advertiser: number): Target => {
  const tenant = seededAdvertisers.find((one) => one.advertiser === advertiser)
  if (!tenant) throw new Error(`The small platform has no advertiser ${advertiser}`)
  return { client: tenant.client, group: tenant.group ?? missing, advertiser }
}

/** The target inside the first client. */
export const own = targetAt(1)
/** An advertiser, one in another group, two that share a group, one of another client, and two that are missing. */
export const targets: readonly Target[] = [
  own,
  ...[2, 3, 4].map(targetAt),
  { client: own.client, group: missing, advertiser: missing },
  { client: missing, group: missing, advertiser: missing },
]

/** How a target relates to a user with access to some advertisers. */
export function relationOf({ client, group: ofGroup, advertiser }: Target, advertisers: readonly number[]): string {
  if (advertiser === missing) return 'missing'
  if (advertisers.includes(advertiser)) return 'own'
  const mine = seededAdvertisers.filter((tenant) => advertisers.includes(tenant.advertiser))
  if (mine.some((tenant) => tenant.group === ofGroup)) return 'sibling'
  return mine.some((tenant) => tenant.client === client) ? 'other group' : 'other client'
}
