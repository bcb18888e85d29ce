import { expressionBuilder } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { assert, nullable } from 'superstruct'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import type { MemberGroup } from '../../../src/contract/clients/clients.ts'
import { decimalOf } from '../../../src/contract/money/money.ts'
import { clientPendingId } from '../../../src/contract/statuses.ts'
import { ThemeValues } from '../../../src/contract/clients/themes.ts'
import { advertiserAccessibleSql as opensAdvertiserRow } from '../access/advertiser-scope.ts'
import { clientAccessibleSql } from '../access/client-scope.ts'
import { allPacings } from '../campaigns/read.ts'
import type { Caller } from '../context/context.ts'
import type { Database } from '../database/database.ts'
import { groupLabel } from './lookups.ts'
import type { Tables } from '../tables/index.ts'

/** Clients that the access covers, as a whole or by one of their advertisers. */
export const reachableClients = ({ kysely }: Database, access: Access) =>
  kysely.selectFrom('member_groups as m').where(clientAccessibleSql(access))

const client = expressionBuilder<Tables & { m: Tables['member_groups'] }, 'm'>()
/** The currency of all advertisers that the access covers, or the client's default if they have several. */
const pageCurrency = (access: Access) => {
  const common = client
    .selectFrom('advertisers as a')
    .select(({ eb, fn }) =>
      eb.case().when(fn.min('a.currency_code'), '=', fn.max('a.currency_code')).then(fn.min<string>('a.currency_code')).end().as('code'),
    )
    .whereRef('a.member_group_id', '=', 'm.member_group_id')
    .where('a.deleted_at', 'is', null)
    .where(opensAdvertiserRow(access))
  return client.fn.coalesce(common.$asScalar(), client.ref('m.default_currency_code'))
}

/** The clients with their related rows. */
const clientsWithDetails = (database: Database, access: Access) =>
  reachableClients(database, access)
    .selectAll('m')
    .select(pageCurrency(access).as('calculated_page_currency'))
    .select((client) => [
      jsonArrayFrom(
        client
          .selectFrom('member_group_currencies')
          .innerJoin('currencies', 'currencies.currency_id', 'member_group_currencies.currency_id')
          .selectAll('currencies')
          .whereRef('member_group_currencies.member_group_id', '=', 'm.member_group_id')
          .orderBy('currencies.currency_id'),
      ).as('currencies'),
      jsonArrayFrom(
        client
          .selectFrom('bidding_configs as b')
          .innerJoin('currencies as c', 'c.currency_id', 'b.currency_id')
          .select(['bidding_config_id', 'b.currency_id', 'c.currency_code', 'bidding_type_id', 'b.min_bid', 'b.max_bid', 'b.version'])
          .whereRef('b.member_group_id', '=', 'm.member_group_id')
          .orderBy('b.currency_id')
          .orderBy('bidding_type_id'),
      ).as('bidding_configs'),
      jsonArrayFrom(
        client.selectFrom('pacings as p').select('p.name').whereRef('p.member_group_id', '=', 'm.member_group_id').orderBy('p.name'),
      ).as('pacings'),
      jsonArrayFrom(
        client
          .selectFrom('member_group_funding_types as f')
          .select(['funding_type_id as id', 'f.status'])
          .whereRef('f.member_group_id', '=', 'm.member_group_id')
          .orderBy('funding_type_id'),
      ).as('funding_types'),
      jsonArrayFrom(
        client
          .selectFrom('entity_groups as e')
          .select(['entity_group_id', 'e.label_singular', 'e.label_plural'])
          .whereRef('e.member_group_id', '=', 'm.member_group_id')
          .orderBy('entity_group_id'),
      ).as('entity_groups'),
      jsonObjectFrom(
        client
          .selectFrom('themes')
          .select(['font_family', 'primary_color', 'button_color', 'button_text_color'])
          .whereRef('themes.member_group_id', '=', 'm.member_group_id'),
      ).as('theme'),
    ])
type Row = Awaited<ReturnType<ReturnType<typeof clientsWithDetails>['execute']>>[number]

const decimal = (micros: number) => decimalOf(BigInt(micros))

/** Only internal staff edits how the client's users sign in. The names are no secret: the sign-in page sends them to the issuer. */
const ssoFields = ({ sso_organization_id, sso_connection_id }: Row, { access }: Caller) =>
  access.all ? { sso_organization_id, sso_connection_id } : {}

function toClient(caller: Caller, row: Row): MemberGroup {
  const { theme, label_singular: singular, label_plural: plural } = row
  assert(theme, nullable(ThemeValues))
  const configOf = ({ min_bid, max_bid, ...config }: Row['bidding_configs'][number]) => {
    return { ...config, min_bid: decimal(min_bid), max_bid: max_bid === null ? null : decimal(max_bid) }
  }
  return {
    member_group_id: row.member_group_id,
    name: row.name,
    member_group_type_id: row.member_group_type_id,
    status: row.status,
    status_id: row.status === 'pending' ? clientPendingId : null,
    theme,
    default_currency: { currency_code: row.default_currency_code, min_bid: decimal(row.min_bid) },
    currencies: row.currencies,
    calculated_page_currency: row.calculated_page_currency,
    bidding_configs: row.bidding_configs.map(configOf),
    pacings: allPacings(row.pacings.map(({ name }) => name)),
    funding_types: row.funding_types,
    host_name: row.host_name,
    registration_enabled: row.registration_enabled,
    ...ssoFields(row, caller),
    label: { singular, plural },
    entity_groups: row.entity_groups.map((group) => ({
      entity_group_id: group.entity_group_id,
      label: groupLabel({ ...group, singular, plural }),
    })),
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}

/** A page of accessible clients, or only one of them, with the fields that the caller may read. */
export async function clientsFor(
  database: Database,
  caller: Caller,
  access: Access,
  page: { start: number; count: number },
  only?: number,
) {
  const accessibleClients = clientsWithDetails(database, access)
  const rows = await (only === undefined ? accessibleClients : accessibleClients.where('m.member_group_id', '=', only))
    .orderBy('m.member_group_id')
    .offset(page.start)
    .limit(page.count)
    .execute()
  return rows.map((row) => toClient(caller, row))
}
