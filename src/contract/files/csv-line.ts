/** Matches the start of a formula in a spreadsheet, also with full-width signs and after skipped characters. */
const run = /[\s"'\u200b\ufeff]*[=+\-@＝＋－＠]/.source
const formula = new RegExp(`^${run}|^[\\t\\r\\n]`)
/** Formulas after another separator, because some spreadsheets split cells there even within quotes. */
const afterCut = new RegExp(`([;\\t\\n\\r])(?=${run})`, 'g')
const guardAfterCut = new RegExp(`([;\\t\\n\\r])'(?=${run})`, 'g')
const plainNumber = /^-?\d+(\.\d+)?$/

/** Adds an apostrophe before each place where a spreadsheet would start a formula. */
function escapeFormula(text: string) {
  const cut = text.replace(afterCut, "$1'")
  return formula.test(cut) && !plainNumber.test(cut) ? `'${cut}` : cut
}

/** Removes the apostrophes that `guarded` adds. */
export function unescapeFormula(text: string) {
  const bare = text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
  return bare.replace(guardAfterCut, '$1')
}

/** One cell: quoted if it contains any separator, and never a formula. */
function csvCell(value: string | number | null) {
  const safe = escapeFormula(value === null ? '' : String(value))
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (row: readonly (string | number | null)[]) => `${row.map(csvCell).join(',')}\r\n`
