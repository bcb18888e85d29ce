import { expressionBuilder, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import { type SearchResultRow, maxSearchResults, type search } from '../../../src/contract/search/search.ts'
import { type SearchResultKind, searchResultAddress, searchResultKinds, searchWords } from '../../../src/contract/search/search.rules.ts'
import { groupAccessibleSql, advertiserAccessibleSql } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { searchTexts, searchVector } from '../tables/009-advertisers.ts'
import { accessFor, isWithin } from '../access/user-scope.ts'
import { anyOf } from '../sql/pieces.ts'
import type { Tables } from '../tables/index.ts'

type Row = Omit<SearchResultRow, 'address'>
type Piece = RawBuilder<unknown>
interface SearchTerms {
  readonly text: string
  readonly words: Piece
  readonly id: number
}

const vectorOf = (table: keyof typeof searchTexts, alias: string) =>
  sql.raw(searchVector(searchTexts[table].replace(/\b(name|first_name|last_name|email)\b/g, `${alias}.$1`)))
/** Rank of a match, best first: exact id or name, then prefix, then other words. Inactive results come after active ones. */
const matchRank = ({ text, id }: SearchTerms, name: Piece, idColumn: Piece, status: Piece) => sql`
  case when ${idColumn} = ${id} or lower(${name}) = ${text} then 0 when starts_with(lower(${name}), ${text}) then 2 else 4 end
    + case when ${status} in ('inactive', 'ended', 'archived', 'deactivated', 'disabled') then 1 else 0 end`

type Source = SelectQueryBuilder<any, any, object> // each kind selects from its own tables

/** One kind of search result: its rows within an access, and the SQL of its columns. */
interface Kind {
  readonly table: keyof typeof searchTexts
  readonly alias: string
  readonly id: string
  readonly name: Piece
  readonly about: Piece
  readonly status: Piece
  readonly client: Piece
  readonly from: (kysely: Kysely<Tables>, access: Access) => Source
}

const client = expressionBuilder<Tables & { m: Tables['member_groups'] }, 'm'>()
const clientOfRowSql = (access: Access) => {
  if (access.all) return client.lit(true)
  const ofAdvertisers = client
    .selectFrom('advertisers as a')
    .select('a.member_group_id')
    .where('a.deleted_at', 'is', null)
    .where(advertiserAccessibleSql(access))
  return client.or([client('m.member_group_id', '=', anyOf(access.clients)), client('m.member_group_id', 'in', ofAdvertisers)])
}
const fullName = sql`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.user_name)`
const ownColumns = (alias: string) => ({ name: sql.ref(`${alias}.name`), client: sql.ref(`${alias}.member_group_id`) })
const noText = sql`null::text`

const kinds: Readonly<Record<SearchResultKind, Kind>> = {
  client: {
    table: 'member_groups',
    alias: 'm',
    id: 'member_group_id',
    ...ownColumns('m'),
    about: sql`coalesce(m.host_name, '')`,
    status: sql.ref('m.status'),
    from: (kysely, access) => kysely.selectFrom('member_groups as m').where(clientOfRowSql(access)),
  },
  advertiser: {
    table: 'advertisers',
    alias: 'a',
    id: 'advertiser_id',
    ...ownColumns('a'),
    about: sql.ref('m.name'),
    status: sql.ref('a.status'),
    from: (kysely, access) =>
      kysely
        .selectFrom('advertisers as a')
        .innerJoin('member_groups as m', 'm.member_group_id', 'a.member_group_id')
        .where('a.deleted_at', 'is', null)
        .where(advertiserAccessibleSql(access)),
  },
  advertiser_group: {
    table: 'advertiser_groups',
    alias: 'g',
    id: 'advertiser_group_id',
    ...ownColumns('g'),
    about: sql.ref('m.name'),
    status: noText,
    from: (kysely, access) =>
      kysely
        .selectFrom('advertiser_groups as g')
        .innerJoin('member_groups as m', 'm.member_group_id', 'g.member_group_id')
        .where(groupAccessibleSql(access)),
  },
  campaign: {
    table: 'campaigns',
    alias: 'c',
    id: 'campaign_id',
    ...ownColumns('c'),
    about: sql.ref('a.name'),
    status: sql.ref('c.status'),
    from: (kysely, access) =>
      kysely
        .selectFrom('campaigns as c')
        .innerJoin('advertisers as a', (join) =>
          join.onRef('a.member_group_id', '=', 'c.member_group_id').onRef('a.advertiser_id', '=', 'c.advertiser_id'),
        )
        .where('c.deleted_at', 'is', null)
        .where('a.deleted_at', 'is', null)
        .where(advertiserAccessibleSql(access)),
  },
  user: {
    table: 'users',
    alias: 'users',
    id: 'user_id',
    name: fullName,
    client: sql`null::int`,
    about: sql.ref('users.email'),
    status: sql.ref('users.status'),
    from: (kysely, access) => kysely.selectFrom('users').where('users.deleted_at', 'is', null).where(isWithin(access)),
  },
}

interface Match extends Row {
  readonly turn: number
  readonly score: number
  readonly nth: number
}

/** The best matches of one kind, numbered by rank. */
function bestMatches(kysely: Kysely<Tables>, kind: SearchResultKind, access: Access, terms: SearchTerms) {
  const { table, alias, id, name, about, status, client: memberGroupId, from } = kinds[kind]
  const idColumn = sql.ref(`${alias}.${id}`)
  const score = matchRank(terms, name, idColumn, status)
  const rankedMatches = from(kysely, access)
    .select([sql.lit(kind).as('kind'), sql.lit(searchResultKinds.indexOf(kind)).as('turn'), idColumn.as('id'), name.as('name')])
    .select([about.as('about'), status.as('status'), memberGroupId.as('member_group_id'), score.as('score')])
    .select(sql`row_number() over (order by ${score}, length(${name}), ${name}, ${idColumn})`.as('nth'))
    .where(sql<SqlBool>`(${vectorOf(table, alias)} @@ ${terms.words} or ${idColumn} = ${terms.id})`)
    .orderBy('nth')
    .limit(maxSearchResults)
    .$castTo<Match>()
  return kysely.selectFrom(rankedMatches.as('ranked')).selectAll()
}

/** Access of the caller to each kind, by the permission of its list. */
async function accessByKind({ database, caller }: Context): Promise<(readonly [SearchResultKind, Access])[]> {
  const accessOf = async (kind: SearchResultKind, permission: Parameters<typeof accessFor>[2]) =>
    [kind, await accessFor(database, caller, permission)] as const
  return Promise.all([
    accessOf('client', 'member_groups.read'),
    accessOf('advertiser', 'advertisers.read'),
    accessOf('advertiser_group', 'advertiser_groups.read'),
    accessOf('campaign', 'campaigns.read'),
    accessOf('user', 'users.read'),
  ])
}

const asId = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)

/** Search terms from the query text. Every word must match the start of a word. */
function searchTerms(query: string): SearchTerms | undefined {
  const searchedWords = searchWords(query)
  if (searchedWords.length === 0) return undefined
  const text = query.trim().toLowerCase()
  return {
    text,
    id: asId(text),
    words: sql`to_tsquery('simple'::regconfig, ${searchedWords.map((permission) => `'${permission}':*`).join(' & ')})`,
  }
}

/** Of equally ranked results, the first few of each kind come first, so that no kind hides the others. */
const maxPerKind = 4

export const searchHandlers: Handlers<typeof search> = {
  all: async ({ query }, context) => {
    const terms = searchTerms(query.query)
    if (!terms) return { results: [] }
    const { kysely } = context.database
    const [firstKind, ...otherKinds] = (await accessByKind(context)).map(([kind, access]) => bestMatches(kysely, kind, access, terms))
    if (!firstKind) return { results: [] }
    const rows: Row[] = await kysely
      .selectFrom(firstKind.unionAll(otherKinds).as('found'))
      .select(['kind', 'id', 'name', 'about', 'status', 'member_group_id'])
      .orderBy('score')
      .orderBy(sql`nth > ${maxPerKind}`)
      .orderBy('turn')
      .orderBy('nth')
      .limit(maxSearchResults)
      .execute()
    return { results: rows.map((row) => ({ ...row, address: searchResultAddress(row.kind, row.id, row.member_group_id) })) }
  },
}
