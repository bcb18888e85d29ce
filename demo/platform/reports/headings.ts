import { sql } from 'kysely'
import type { Filter } from '../../../src/contract/list.ts'
import { orderValues } from '../../../src/contract/reports/purchases.ts'
import type { ReportRequest } from '../../../src/contract/reports/reports.ts'
import type { Database } from '../database/open.ts'
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
  const found = await kysely
    .selectFrom('member_groups')
    .select('label_singular')
    .where('member_group_id', '=', memberGroupId)
    .executeTakeFirst()
  return found?.label_singular || undefined
}

/** At most this many names are listed, followed by the number of the others. */
const namedMost = 50

/** Names of the advertisers or campaigns that the report is limited to; undefined without a limit. */
async function namesOf(database: Database, table: 'advertisers' | 'campaigns', ids: readonly number[] | undefined, frame: ReportScope) {
  if (!ids) return undefined
  const id = sql.ref(table === 'advertisers' ? 'advertiser_id' : 'campaign_id')
  const { rows } = await sql<{ name: string; total: number }>`select name, count(*) over ()::int as total from ${sql.table(table)}
    where member_group_id = ${frame.memberGroupId} and ${id} = any(${[...ids]}::int[]) order by name, ${id} limit ${namedMost}`.execute(
    database.kysely,
  )
  return { names: rows.map(({ name }) => name), total: rows[0]?.total ?? 0 }
}

const daysText = ({ start_date, end_date }: ReportScope['days']) => `${start_date} – ${end_date}`

function conditionText(filter: Filter, { words, entityWord }: FileReader): string {
  const said = [fieldText(filter.field, words, entityWord), operationText(filter.operation, filter.field, words)]
  if (filter.operation === 'IS NULL') return said.join(' ')
  return [...said, [filter.value].flat().join(filter.operation === 'BETWEEN' ? ' – ' : ', ')].join(' ')
}

/** The lines above the table: title, scope, days, time zones, currency and filters. */
export async function fileHeadings(
  database: Database,
  frame: ReportScope,
  { title, question, ratesOf }: { readonly title: string; readonly question: ReportRequest; readonly ratesOf: string | null },
  reader: FileReader,
): Promise<[string, string][]> {
  const { words } = reader
  const advertisers = await namesOf(database, 'advertisers', frame.advertisers, frame)
  const campaigns = await namesOf(database, 'campaigns', frame.campaigns, frame)
  const listed = (found: typeof campaigns) =>
    found && [...found.names, ...(found.total > namedMost ? [words.more(found.total - namedMost)] : [])].join(', ')
  const sizes = frame.purchases && frame.purchases.orderValues.length < orderValues.length ? frame.purchases.orderValues : undefined
  const lines: [Head, string | null | undefined][] = [
    ['report', title],
    ['about', question.context && words.contexts[question.context]],
    ['advertisers', listed(advertisers) ?? words.all],
    ['campaigns', listed(campaigns)],
    ['dates', daysText(frame.days)],
    ['compared', frame.before && daysText(frame.before)],
    ['settled', frame.settledThrough],
    ['entitiesSince', frame.entitiesSince],
    ['zone', frame.timeZones.join(', ')],
    ['currency', frame.currency.currency_code],
    ['ratesOf', ratesOf],
    ['customers', frame.purchases?.areNew ? words.newCustomers : null],
    ['orders', sizes?.map((size) => words.orderValues[size]).join(', ')],
    ...(question.filters ?? []).map((filter): [Head, string] => ['condition', conditionText(filter, reader)]),
  ]
  return lines.flatMap(([head, text]) => (text === null || text === undefined ? [] : [[words.heads[head], text]]))
}
