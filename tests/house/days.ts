import { type Node, traverse } from '@babel/types'
import { finding, lineOf, type Source, treeOf } from './source.ts'

const year = '20(?:2[6-9]|[3-9]\\d)'
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
/** Matches 2026-11-21, 2026/11/21, Nov 21, 2026 and 21 November 2026, for 2026 and later. */
const day = new RegExp(`\\b${year}[-/]\\d\\d?[-/]\\d\\d?|\\b${month} \\d\\d?, ${year}\\b|\\b\\d\\d?\\.? ${month} ${year}\\b`)

const textOf = (node: Node) => {
  if (node.type === 'StringLiteral') return node.value
  if (node.type === 'TemplateElement') return node.value.raw
  return node.type === 'RegExpLiteral' ? node.pattern : ''
}

/** Fixed current or future days in tests that use the machine's clock. Gallery tests have a fixed clock and are exempt. */
export function absoluteDays(source: Source): string[] {
  if (source.path.includes('/elements/') && source.text.includes("support/elements/given-day.ts'")) return []
  const found: string[] = []
  traverse(treeOf(source), (node) => {
    const [written] = day.exec(textOf(node)) ?? []
    if (written) found.push(finding(source, lineOf(node), `${written}: count days from today, or give the clock`))
  })
  return found
}
