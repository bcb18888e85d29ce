import { type Node, type TaggedTemplateExpression, traverse } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

export const maxSqlLineLength = 140

/** Applied migrations must not change. */
const isMigration = ({ path }: Source) => path.startsWith('demo/platform/tables/')
/** Reports compute figures, which a query builder cannot express well. */
const isReport = ({ path }: Source) => path.startsWith('demo/platform/reports/')
/** A statement or a clause of one. Operators, casts and functions are parts of expressions, which builder queries may contain. */
const clause = /\b(select|insert\s+into|delete\s+from|join)\b|^\s*(from|update|with|where|order by|limit)\b/i

const isSql = (node: Node): node is TaggedTemplateExpression => {
  if (node.type !== 'TaggedTemplateExpression') return false
  return node.tag.type === 'Identifier' && node.tag.name === 'sql'
}

const templates = new WeakMap<Source, readonly TaggedTemplateExpression[]>()

/** The SQL templates of a source, which is parsed once for all checks. */
function templatesOf(source: Source): readonly TaggedTemplateExpression[] {
  const known = templates.get(source)
  if (known) return known
  const found: TaggedTemplateExpression[] = []
  templates.set(source, found)
  if (isMigration(source) || !source.text.includes('sql')) return found
  traverse(treeOf(source), (node) => {
    if (isSql(node)) found.push(node)
  })
  return found
}

const textOf = ({ quasi }: TaggedTemplateExpression) => quasi.quasis.map(({ value }) => value.raw).join('?')

/** The lines of a file with raw statements that a query builder could express. */
export const rawStatements = (source: Source): string[] =>
  isReport(source)
    ? []
    : templatesOf(source).flatMap((node) => (clause.test(textOf(node)) ? finding(source, lineOf(node), 'a raw statement') : []))

/** The lines of SQL templates that are too long to read. */
export function longSqlLines(source: Source): string[] {
  const lines = source.text.split('\n')
  const numbers = new Set(
    templatesOf(source).flatMap(({ loc }) => {
      const first = loc?.start.line ?? 0
      const last = loc?.end.line ?? 0
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    }),
  )
  return [...numbers]
    .filter((number) => (lines[number - 1] ?? '').length > maxSqlLineLength)
    .map((number) => finding(source, number, `SQL of more than ${maxSqlLineLength} characters on a line`))
}

/** Files with more findings than are listed, and lists that are longer than the files need. */
export function beyondList(
  sources: readonly Source[],
  find: (source: Source) => string[],
  listed: Readonly<Record<string, number>>,
): string[] {
  const found = new Map(sources.map((source) => [source.path, find(source)]))
  const more = [...found].flatMap(([path, lines]) => (lines.length > (listed[path] ?? 0) ? lines : []))
  const stale = Object.entries(listed).flatMap(([path, count]) => {
    const now = found.get(path)?.length ?? 0
    return now < count ? [`${path}: lower its number to ${now}`] : []
  })
  return [...more, ...stale]
}
