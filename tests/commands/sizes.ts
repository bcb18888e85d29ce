import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../house/source.ts'
import { tableOf } from '../measures/table.ts'
import { excesses, growths, readBundle, type Recorded, recordOf, sizeRows } from './bundle-sizes.ts'

const { cssText }: { cssText(): { load(id: string): string | null } } = await import(join(root, 'src/ui/build/plugins.mjs'))

const file = join(root, 'elements/build/sizes.json')
const css = (sheet: string) => cssText().load(join(root, sheet)) ?? ''
const rows = sizeRows(readBundle(join(root, 'dist'), css))
if (process.argv.includes('--record')) writeFileSync(file, `${JSON.stringify(recordOf(rows), null, 2)}\n`)
const recorded: Recorded = JSON.parse(readFileSync(file, 'utf8'))
const past = excesses(rows)
const grown = growths(rows, recorded)
const remark = (row: (typeof rows)[number]) =>
  [...(past.includes(row) ? ['past its bar'] : []), ...(grown.includes(row) ? ['grown'] : [])].join(', ')
console.log(
  tableOf(
    ['brotli', 'measured', 'recorded', 'bar', ''],
    rows.map((row) => [row.what, String(row.value), String(recorded[row.what] ?? ''), String(row.bar), `${row.unit}  ${remark(row)}`]),
  ),
)
if (grown.length > 0) console.log('Explain the growth in the commit, and record it with: npm run measure:sizes -- --record')

const chart = rows.find(({ what }) => what === 'ad-report-chart, painted')
console.log(
  `figure: ${((chart?.value ?? 0) / 1000).toFixed(1)} KB for the report chart, ${past.length} past the bar, ${grown.length} grown by more than 5 %`,
)
// Only an exceeded limit fails the command; growth is reported for a person to judge.
process.exitCode = past.length > 0 ? 1 : 0
