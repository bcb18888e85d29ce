import { addStyles } from '../theme/styles.ts'
import { phoneWidth } from '../phone-width.ts'
import css from './cards.css'
import { type CardPart, type ColumnInfo, isNumericColumn } from './column.ts'

addStyles(css)

/** Whether the node is too narrow for a table: its rows are cards. */
export const isTooNarrow = ({ clientWidth }: HTMLElement, last: boolean) => (clientWidth > 0 ? clientWidth < phoneWidth : last)

const figureParts = ['figure-1', 'figure-2', 'figure-3'] as const satisfies readonly CardPart[]

/**
 * The columns of a card, in reading order: the first column, one line of text, and three figures.
 * Parts that no shown column declares get the first status and the first numbers.
 */
export function cardColumns<Column extends Pick<ColumnInfo, 'kind' | 'card'>>(shown: readonly Column[]): readonly Column[] {
  const [title, ...others] = shown
  if (!title) return []
  const declared = (part: CardPart) => others.find(({ card }) => card === part)
  const line = declared('line') ?? others.find(({ kind, card }) => kind === 'status' && card === undefined)
  const numbers = others.filter((column) => isNumericColumn(column) && column.card === undefined)
  const figures = figureParts.flatMap((part) => declared(part) ?? numbers.shift() ?? [])
  return [title, ...(line ? [line] : []), ...figures]
}

/** The parts of these columns in a card, which are their class names. */
export function cardParts(columns: readonly Pick<ColumnInfo, 'kind'>[]): readonly CardPart[] {
  const [, second] = columns
  const hasLine = second !== undefined && !isNumericColumn(second)
  const head: readonly CardPart[] = hasLine ? ['title', 'line'] : ['title']
  return [...head, ...figureParts].slice(0, columns.length)
}
