import { createQueryId, type Expression, PostgresQueryCompiler, type RawBuilder, type RootOperationNode, sql } from 'kysely'

const compiler = new PostgresQueryCompiler()

/** The place of a value that each call fills in. */
class Placeholder<P> {
  constructor(readonly name: keyof P) {}
}

interface Query<Row> extends Expression<Row> {
  toOperationNode(): RootOperationNode
}
/** The place of a named value, in a query that is built once. */
export type Parameter<P> = <K extends keyof P>(name: K) => RawBuilder<P[K]>

/**
 * A query that is built and compiled once; each call only fills in its values. For statements of every request: kysely takes longer
 * to build and compile them than PostgreSQL takes to run them.
 */
export function compiledOnce<P extends object, Row>(build: (parameter: Parameter<P>) => Query<Row>): (values: P) => RawBuilder<Row> {
  const query = build((name) => sql`${new Placeholder<P>(name)}`)
  const { sql: text, parameters } = compiler.compileQuery(query.toOperationNode(), createQueryId())
  const parts = text.split(/\$\d+/)
  const fragments = Object.assign(parts, { raw: parts })
  const boundValue = (parameter: unknown, values: P) => (parameter instanceof Placeholder ? values[parameter.name as keyof P] : parameter) // made above for P
  return (values) => sql<Row>(fragments, ...parameters.map((parameter) => boundValue(parameter, values)))
}
