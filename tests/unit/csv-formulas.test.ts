import { describe, expect, test } from 'vitest'
import { csvFile } from '../../demo/platform/files/table-file.ts'
import { unescapeFormula } from '../../src/contract/files/csv-line.ts'
import { csvLines } from '../../src/parts/resource/csv.ts'

/** The same row from the platform's CSV writer. */
async function platformLine(cells: readonly string[]) {
  const rows = (async function* () {
    yield [cells]
  })()
  let text = ''
  for await (const piece of csvFile({ about: [], columns: [], total: 1, digits: 2, rows })) text += piece.toString()
  return text.split('\r\n\r\n').at(-1)
}

/** Cell texts and their form in the file. */
const cells = [
  ['x;=cmd|calc!A1', `"x;'=cmd|calc!A1"`],
  ['a\t=1+1', `"a\t'=1+1"`],
  ['a\n@sum', `"a\n'@sum"`],
  ['\n=1', `"'\n'=1"`],
  [' =1+1', `' =1+1`],
  ['\u3000=1', `'\u3000=1`],
  ['\u200b=1', `'\u200b=1`],
  ['x; -2', `"x;' -2"`],
  ['＝1+1', `'＝1+1`],
  ['＠sum', `'＠sum`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['x;"=1+1;y', `"x;'""=1+1;y"`],
  ['"=1', `"'""=1"`],
  [`'=1`, `''=1`],
  [`x;'=1`, `"x;''=1"`],
  ['\n\n=1', `"'\n'\n'=1"`],
  ['a; b', '"a; b"'],
  [`O'Brien`, `O'Brien`],
  ['a-b', 'a-b'],
  ['1-2', '1-2'],
  ['a=b', 'a=b'],
  ['-3.5', '-3.5'],
] as const

describe.each(cells)('a cell with %j', (said, written) => {
  test('is not executed by a spreadsheet, whatever the separator, in a file of either writer', async () => {
    expect(csvLines([['a', said]])).toBe(`a,${written}\r\n`)
    expect(await platformLine(['a', said])).toContain(`a,${written}`)
  })

  test('is read back unchanged', () => {
    const text = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
    expect(unescapeFormula(text)).toBe(said)
  })
})
