import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Access, TenantRef } from '../../../src/contract/access/access.rules.ts'
import { type Caller, anonymousCaller } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { callerCanSeeReportSql } from './saved-report-scope.ts'
import type { NamedResources, ResourceTable } from './resource-kinds.ts'
import { compiledOnce } from '../sql/compiled.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

interface Row {
  readonly subject: string
  readonly member_group_id: number
  readonly advertiser_id: number | null
  readonly advertiser_group_id: number | null
}
type TenantRow = TenantRef & { readonly subject: string }

const anywhere = expressionBuilder<Tables>()
const subjectOf = (subject: string) => sql.lit(subject).as('subject')
const noId = anywhere.cast<number | null>(anywhere.lit(null), 'integer')
interface Ids {
  readonly ids: readonly number[]
}

/** The tenants of the rows' advertisers, which are not removed. */
const ownersFrom = (subject: string) =>
  anywhere
    .selectFrom('advertisers as owner')
    .select([subjectOf(subject), 'owner.member_group_id', 'owner.advertiser_id', 'owner.advertiser_group_id'])
    .where('owner.deleted_at', 'is', null)

/** For each kind of resource: the owning advertiser's tenant, or the client's. Removed rows are not found. */
const tenantsOf: Readonly<Record<Exclude<ResourceTable, 'saved_reports'>, (values: Ids) => RawBuilder<Row>>> = {
  advertisers: compiledOnce((parameter) => ownersFrom('Advertiser').where('owner.advertiser_id', '=', anyOf(parameter('ids')))),
  campaigns: compiledOnce((parameter) =>
    ownersFrom('Campaign')
      .innerJoin('campaigns as r', 'r.advertiser_id', 'owner.advertiser_id')
      .whereRef('r.member_group_id', '=', 'owner.member_group_id')
      .where('r.campaign_id', '=', anyOf(parameter('ids')))
      .where('r.deleted_at', 'is', null),
  ),
  ad_groups: compiledOnce((parameter) =>
    ownersFrom('Ad group')
      .innerJoin('ad_groups as r', 'r.advertiser_id', 'owner.advertiser_id')
      .whereRef('r.member_group_id', '=', 'owner.member_group_id')
      .where('r.ad_group_id', '=', anyOf(parameter('ids')))
      .where('r.deleted_at', 'is', null)
      .where(({ exists, not, selectFrom }) => {
        const removedCampaign = selectFrom('campaigns as above')
          .whereRef('above.member_group_id', '=', 'r.member_group_id')
          .whereRef('above.campaign_id', '=', 'r.campaign_id')
          .where('above.deleted_at', 'is not', null)
        return not(exists(removedCampaign))
      }),
  ),
  entities: compiledOnce((parameter) =>
    ownersFrom('Entity')
      .innerJoin('entities as r', 'r.advertiser_id', 'owner.advertiser_id')
      .whereRef('r.member_group_id', '=', 'owner.member_group_id')
      .where('r.entity_id', '=', anyOf(parameter('ids'))),
  ),
  advertiser_groups: compiledOnce((parameter) =>
    anywhere
      .selectFrom('advertiser_groups')
      .select([subjectOf('Advertiser group'), 'member_group_id', noId.as('advertiser_id'), 'advertiser_group_id'])
      .where('advertiser_group_id', '=', anyOf(parameter('ids'))),
  ),
}

/** Saved reports that the caller may see. They belong to the client. */
const tenantsOfReports = (ids: readonly number[], caller: Caller) =>
  anywhere
    .selectFrom('saved_reports as r')
    .select([subjectOf('Saved report'), 'r.member_group_id', noId.as('advertiser_id'), noId.as('advertiser_group_id')])
    .where('r.saved_report_id', '=', anyOf(ids))
    .where(callerCanSeeReportSql(caller))

const clientsFrom = anywhere
  .selectFrom('member_groups')
  .select([subjectOf('Client'), 'member_group_id', noId.as('advertiser_id'), noId.as('advertiser_group_id')])
const advertisersFrom = ownersFrom('Advertiser').orderBy('owner.advertiser_id')
const ofClients = compiledOnce<Ids, Row>((parameter) => clientsFrom.where('member_group_id', '=', anyOf(parameter('ids'))))
const advertisersOfClient = compiledOnce<{ readonly client: number }, Row>((parameter) =>
  advertisersFrom.where('owner.member_group_id', '=', parameter('client')),
)
const listedAdvertisers = compiledOnce<
  { readonly client: number; readonly advertisers: readonly number[]; readonly groups: readonly number[] },
  Row
>((parameter) =>
  advertisersFrom
    .where('owner.member_group_id', '=', parameter('client'))
    .where(({ eb }) =>
      eb('owner.advertiser_id', '=', anyOf(parameter('advertisers'))).or('owner.advertiser_group_id', '=', anyOf(parameter('groups'))),
    ),
)
const advertisersOfClients = compiledOnce<{ readonly clients: readonly number[]; readonly groups: readonly number[] }, Row>((parameter) =>
  advertisersFrom.where(({ eb }) =>
    eb('owner.member_group_id', '=', anyOf(parameter('clients'))).or('owner.advertiser_group_id', '=', anyOf(parameter('groups'))),
  ),
)

const toTenant = ({ subject, member_group_id, advertiser_id, advertiser_group_id }: Row): TenantRow => ({
  subject,
  member_group_id,
  advertiser_group_id,
  ...(advertiser_id !== null && { advertiser_id }),
})

/** Runs the parts as one statement. */
async function readTenants({ kysely }: Database, queries: readonly Expression<Row>[]): Promise<TenantRow[]> {
  if (queries.length === 0) return []
  const inParentheses = queries.map((query) => sql`(${query})`)
  const { rows } = await sql<Row>`select * from (${sql.join(inParentheses, sql` union all `)}) as tenant`.execute(kysely)
  return rows.map(toTenant)
}

/** The tenants of all resources that a request names, in one query. */
export const namedTenantsOf = (database: Database, resources: readonly NamedResources[], caller: Caller = anonymousCaller) =>
  readTenants(
    database,
    resources.map(({ resource: { table }, ids }) =>
      table === 'saved_reports' ? tenantsOfReports(ids, caller) : tenantsOf[table]({ ids }),
    ),
  )

/**
 * The client, if it exists and is open to the caller, and its advertisers in the access lists. With `isWhole`, advertisers are not
 * read.
 */
export function tenantsInClient(
  database: Database,
  access: Access,
  memberGroupId: number,
  hasAllAdvertisers: boolean,
  hasWholeClient: boolean,
) {
  const { advertisers, advertiser_groups: groups } = access
  const client = memberGroupId
  const advertiserTenants = hasWholeClient ? advertisersOfClient({ client }) : listedAdvertisers({ client, advertisers, groups })
  return readTenants(database, [
    ...(hasWholeClient ? [ofClients({ ids: [client] })] : []),
    ...(hasAllAdvertisers ? [] : [advertiserTenants]),
  ])
}

/** The tenants of whole clients: the clients and their advertisers, and the advertisers of `groups`, in one query. */
export const tenantsOfClients = (database: Database, clients: readonly number[], groups: readonly number[] = []) =>
  readTenants(database, [ofClients({ ids: clients }), advertisersOfClients({ clients, groups })])
