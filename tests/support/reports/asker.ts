import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely'
import { assert, type Infer, StructError } from 'superstruct'
import { type Context, anonymousCaller } from '../../../demo/platform/context/context.ts'
import type { Database } from '../../../demo/platform/database/database.ts'
import { Refused } from '../../../demo/platform/context/refusal.ts'
import { reportHandlers } from '../../../demo/platform/reports/handlers.ts'
import type { Total, TotalRequest, Trend, TrendRequest } from '../../../src/contract/reports/trends.ts'
import { type Report, type ReportRequest, reports } from '../../../src/contract/reports/reports.ts'
import { reportNow } from './facts.ts'
import { machineTime } from '../../../demo/platform/context/clock.ts'

/** Calls the handlers as the request path does: requests and responses are validated. */
export interface Asker {
  rows(body: Infer<typeof ReportRequest>): Promise<Infer<typeof Report>>
  trend(body: Infer<typeof TrendRequest>): Promise<Infer<typeof Trend>>
  total(body: Infer<typeof TotalRequest>): Promise<Infer<typeof Total>>
  /** Every statement that reached the database, with its parameters. */
  readonly statements: { sql: string; parameters: readonly unknown[] }[]
}

/** The same database with a recorder for its statements. */
export function watchedStatements(database: Database): { database: Database; statements: Asker['statements'] } {
  const statements: Asker['statements'] = []
  const plugin = recorder(statements)
  const kysely = database.kysely.withPlugin(plugin)
  const recorded = ({ reports, files }: Pick<Database, 'reports' | 'files'>) => ({
    reports: reports.withPlugin(plugin),
    files: files.withPlugin(plugin),
  })
  const reportsUntil = (gone: AbortSignal) => recorded(database.reportsUntil(gone))
  return { statements, database: { ...database, kysely, ...recorded(database), reportsUntil } }
}

function recorder(statements: Asker['statements']): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = new PostgresQueryCompiler().compileQuery(node, queryId)
      statements.push({ sql, parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

export function askerOf(database: Database, options: Partial<Pick<Context, 'now'> & Context['scope']> = {}): Asker {
  const { database: watched, statements } = watchedStatements(database)
  const context: Context = {
    database: watched,
    now: options.now ?? reportNow,
    machineNow: () => machineTime((options.now ?? reportNow)()),
    log: () => {},
    requestId: '',
    address: '',
    identify: { access_token: async () => undefined, id_token: async () => undefined },
    caller: anonymousCaller,
    sendFile: () => {},
    takeProbe: () => () => {},
    scope: { memberGroupId: options.memberGroupId, advertisers: options.advertisers ?? 'all' },
  }
  const call = { path: {}, query: {} }
  return {
    statements,
    rows: async (body) => {
      assert(body, reports.rows.body)
      const result = await reportHandlers.rows({ ...call, body }, context)
      assert(result, reports.rows.result)
      return result
    },
    trend: async (body) => {
      assert(body, reports.trend.body)
      const result = await reportHandlers.trend({ ...call, body }, context)
      assert(result, reports.trend.result)
      return result
    },
    total: async (body) => {
      assert(body, reports.total.body)
      const result = await reportHandlers.total({ ...call, body }, context)
      assert(result, reports.total.result)
      return result
    },
  }
}

/** The path at which a query is refused: by its struct, or by the registry and the calendar. */
export async function refusedAt(response: Promise<unknown>): Promise<string> {
  const error = await response.then(
    () => new Error('It was answered'),
    (reason: unknown) => reason,
  )
  if (error instanceof Refused) {
    if (error.status !== 422) throw error
    return error.fields?.[0]?.path ?? ''
  }
  if (error instanceof StructError) return error.path.join('.')
  throw error
}
