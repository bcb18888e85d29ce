import { type RawBuilder, sql } from 'kysely'
import type { Access } from '../../../src/contract/access/access.rules.ts'
import { type SearchResultRow, maxSearchResults, type search } from '../../../src/contract/search/search.ts'
import { type SearchResultKind, searchResultAddress, searchResultKinds, searchWords } from '../../../src/contract/search/search.rules.ts'
import { opensGroupRow, opensRow } from '../access/advertiser-scope.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { searchTexts, searchVector } from '../tables/009-advertisers.ts'
import { accessFor, isWithin } from '../access/user-scope.ts'

type Row = Omit<SearchResultRow, 'address'>
type Piece = RawBuilder<unknown>
interface Asked {
  readonly text: string
  readonly words: Piece
  readonly id: number
}

const words = (table: keyof typeof searchTexts, alias: string) =>
  sql.raw(searchVector(searchTexts[table].replace(/\b(name|first_name|last_name|email)\b/g, `${alias}.$1`)))
/** Rank of a match, best first: exact id or name, then prefix, then other words. Inactive results come after active ones. */
const matchRank = ({ text, id }: Asked, name: Piece, thingId: Piece, status: Piece) => sql`
  case when ${thingId} = ${id} or lower(${name}) = ${text} then 0 when starts_with(lower(${name}), ${text}) then 2 else 4 end
    + case when ${status} in ('inactive', 'ended', 'archived', 'deactivated', 'disabled') then 1 else 0 end`

/** SQL parts for one kind of search result. */
interface Kind {
  readonly table: keyof typeof searchTexts
  readonly alias: string
  readonly id: string
  readonly name: Piece
  readonly about: Piece
  readonly status: Piece
  readonly client: Piece
  readonly joins: Piece
  readonly opens: (access: Access) => Piece
}

const ofAdvertiser = (access: Access) => sql`a.deleted_at is null and ${opensRow(access)}`
const clientJoin = (alias: string) => sql`join member_groups m on m.member_group_id = ${sql.ref(`${alias}.member_group_id`)}`
const opensClientRow = (access: Access) =>
  access.all
    ? sql`true`
    : sql`(m.member_group_id = any(${[...access.clients]}::int[]) or m.member_group_id in (select a.member_group_id from advertisers a where ${ofAdvertiser(access)}))`
const fullName = sql`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.user_name)`
const own = (alias: string) => ({ name: sql.ref(`${alias}.name`), client: sql.ref(`${alias}.member_group_id`) })
const noText = sql`null::text`

const kinds: Readonly<Record<SearchResultKind, Kind>> = {
  client: {
    table: 'member_groups',
    alias: 'm',
    id: 'member_group_id',
    ...own('m'),
    about: sql`coalesce(m.host_name, '')`,
    status: sql`m.status`,
    joins: sql``,
    opens: opensClientRow,
  },
  advertiser: {
    table: 'advertisers',
    alias: 'a',
    id: 'advertiser_id',
    ...own('a'),
    about: sql`m.name`,
    status: sql`a.status`,
    joins: clientJoin('a'),
    opens: ofAdvertiser,
  },
  advertiser_group: {
    table: 'advertiser_groups',
    alias: 'g',
    id: 'advertiser_group_id',
    ...own('g'),
    about: sql`m.name`,
    status: noText,
    joins: clientJoin('g'),
    opens: opensGroupRow,
  },
  campaign: {
    table: 'campaigns',
    alias: 'c',
    id: 'campaign_id',
    ...own('c'),
    about: sql`a.name`,
    status: sql`c.status`,
    opens: (access) => sql`c.deleted_at is null and ${ofAdvertiser(access)}`,
    joins: sql`join advertisers a on a.member_group_id = c.member_group_id and a.advertiser_id = c.advertiser_id`,
  },
  user: {
    table: 'users',
    alias: 'users',
    id: 'user_id',
    name: fullName,
    client: sql`null::int`,
    about: sql`users.email`,
    status: sql`users.status`,
    joins: sql``,
    opens: (access) => sql`users.deleted_at is null and ${isWithin(access)}`,
  },
}

/** The best matches of one kind, numbered by rank. */
function bestMatches(kind: SearchResultKind, access: Access, asked: Asked): Piece {
  const { table, alias, id, name, about, status, client, joins, opens } = kinds[kind]
  const thingId = sql.ref(`${alias}.${id}`)
  const score = matchRank(asked, name, thingId, status)
  return sql`(
    select ${sql.lit(kind)} as kind, ${sql.lit(searchResultKinds.indexOf(kind))} as turn, ${thingId} as id, ${name} as name, ${about} as about, ${status} as status,
      ${client} as member_group_id, ${score} as score, row_number() over (order by ${score}, length(${name}), ${name}, ${thingId}) as nth
    from ${sql.table(table)} ${sql.raw(alias)} ${joins}
    where (${words(table, alias)} @@ ${asked.words} or ${thingId} = ${asked.id}) and ${opens(access)} order by nth limit ${maxSearchResults})`
}

/** Access of the caller to each kind, by the permission of its list. Campaigns need `reports.read`, because every report names them. */
async function accessByKind({ database, caller }: Context): Promise<(readonly [SearchResultKind, Access])[]> {
  const reach = async (kind: SearchResultKind, word: Parameters<typeof accessFor>[2]) =>
    [kind, await accessFor(database, caller, word)] as const
  return Promise.all([
    reach('client', 'member_groups.read'),
    reach('advertiser', 'advertisers.read'),
    reach('advertiser_group', 'advertiser_groups.read'),
    reach('campaign', 'reports.read'),
    reach('user', 'users.read'),
  ])
}

const asId = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)

/** Search terms from the query text. Every word must match the start of a word. */
function searchTerms(query: string): Asked | undefined {
  const said = searchWords(query)
  if (said.length === 0) return undefined
  const text = query.trim().toLowerCase()
  return { text, id: asId(text), words: sql`to_tsquery('simple'::regconfig, ${said.map((word) => `'${word}':*`).join(' & ')})` }
}

/** Of equally ranked results, the first few of each kind come first, so that no kind hides the others. */
const fewEach = 4

export const searchHandlers: Handlers<typeof search> = {
  all: async ({ query }, context) => {
    const asked = searchTerms(query.query)
    if (!asked) return { results: [] }
    const pieces = (await accessByKind(context)).map(([kind, access]) => bestMatches(kind, access, asked))
    const { rows } = await sql<Row>`
      select kind, id, name, about, status, member_group_id from (${sql.join(pieces, sql` union all `)}) found
      order by score, nth > ${fewEach}, turn, nth limit ${maxSearchResults}`.execute(context.database.kysely)
    return { results: rows.map((row) => ({ ...row, address: searchResultAddress(row.kind, row.id, row.member_group_id) })) }
  },
}
