/** The sign that a spreadsheet runs what follows, in letters of either width, whatever it skips before it. */
const run = /[\s"'\u200b\ufeff]*[=+\-@＝＋－＠]/.source
const formula = new RegExp(`^${run}|^[\\t\\r\\n]`)
/** Where one would begin for a spreadsheet that cuts cells at other signs, and knows no quotes there. */
const afterCut = new RegExp(`([;\\t\\n\\r])(?=${run})`, 'g')
const guardAfterCut = new RegExp(`([;\\t\\n\\r])'(?=${run})`, 'g')
const plainNumber = /^-?\d+(\.\d+)?$/

/** A text that no spreadsheet runs: an apostrophe stands before each place where a formula would begin. */
function guarded(text: string) {
  const cut = text.replace(afterCut, "$1'")
  return formula.test(cut) && !plainNumber.test(cut) ? `'${cut}` : cut
}

/** What a text was before it was kept from being run. */
export function unguarded(text: string) {
  const bare = text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
  return bare.replace(guardAfterCut, '$1')
}

/** One cell: quoted wherever some spreadsheet would cut it, and never a formula. */
function csvCell(value: string | number | null) {
  const safe = guarded(value === null ? '' : String(value))
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row of a table as CSV. */
export const csvLine = (row: readonly (string | number | null)[]) => `${row.map(csvCell).join(',')}\r\n`
