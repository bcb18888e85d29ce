import { sql } from 'kysely'
import { type Filter, shownValues } from '../../../src/contract/list.ts'
import { orderValues } from '../../../src/contract/reports/purchases.rules.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/database.ts'
import type { Head, ReportWords } from '../files/report-language.ts'
import { fieldText, operationText } from '../files/report-words.ts'
import type { ReportScope } from './scope.ts'

/** Language of a file, and the client's own word for entities. */
export interface FileReader {
  readonly words: ReportWords
  readonly entityWord: string | undefined
}

/** The client's own word for an entity. */
export async function entityWordOf({ kysely }: Pick<Database, 'kysely'>, memberGroupId: number): Promise<string | undefined> {
  const client = await kysely
    .selectFrom('member_groups')
    .select('label_singular')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  return client?.label_singular || undefined
}

/** At most this many names are listed, followed by the number of the others. */
const maxListedNames = 50

/** Names of the advertisers or campaigns that the report is limited to; undefined without a limit. */
async function namesOf(
  database: Database,
  table: 'advertisers' | 'campaigns',
  ids: readonly number[] | undefined,
  reportScope: ReportScope,
) {
  if (!ids) return undefined
  const id = sql.ref(table === 'advertisers' ? 'advertiser_id' : 'campaign_id')
  const { rows } = await sql<{ name: string; total: number }>`select name, count(*) over ()::int as total from ${sql.table(table)}
    where member_group_id = ${reportScope.memberGroupId} and ${id} = any(${[...ids]}::int[])
    order by name, ${id} limit ${maxListedNames}`.execute(database.kysely)
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
}

const daysText = ({ start_date, end_date }: ReportScope['days']) => `${start_date} – ${end_date}`

function conditionText(filter: Filter, { words, entityWord }: FileReader): string {
  const parts = [fieldText(filter.field, words, entityWord), operationText(filter.operation, filter.field, words)]
  if (filter.operation === 'IS NULL') return parts.join(' ')
  return [...parts, shownValues(filter).join(filter.operation === 'BETWEEN' ? ' – ' : ', ')].join(' ')
}

/** The lines above the table: title, scope, days, time zones, currency and filters. */
export async function fileHeadings(
  database: Database,
  reportScope: ReportScope,
  { title, request, ratesOf }: { readonly title: string; readonly request: ReportRequest; readonly ratesOf: string | null },
  reader: FileReader,
): Promise<[string, string][]> {
  const { words } = reader
  const advertisers = await namesOf(database, 'advertisers', reportScope.advertisers, reportScope)
  const campaigns = await namesOf(database, 'campaigns', reportScope.campaigns, reportScope)
  const listed = (result: typeof campaigns) =>
    result && [...result.names, ...(result.total > maxListedNames ? [words.more(result.total - maxListedNames)] : [])].join(', ')
  const sizes =
    reportScope.purchases && reportScope.purchases.orderValues.length < orderValues.length ? reportScope.purchases.orderValues : undefined
  const lines: [Head, string | null | undefined][] = [
    ['report', title],
    ['about', request.context && words.contexts[request.context]],
    ['advertisers', listed(advertisers) ?? words.all],
    ['campaigns', listed(campaigns)],
    ['dates', daysText(reportScope.days)],
    ['compared', reportScope.before && daysText(reportScope.before)],
    ['settled', reportScope.settledThrough],
    ['entitiesSince', reportScope.entitiesSince],
    ['zone', reportScope.timeZones.join(', ')],
    ['currency', reportScope.currency.currency_code],
    ['ratesOf', ratesOf],
    ['customers', reportScope.purchases?.areNew ? words.newCustomers : null],
    ['orders', sizes?.map((size) => words.orderValues[size]).join(', ')],
    ...(request.filters ?? []).map((filter): [Head, string] => ['condition', conditionText(filter, reader)]),
  ]
  return lines.flatMap(([head, text]) => (text === null || text === undefined ? [] : [[words.heads[head], text]]))
}
