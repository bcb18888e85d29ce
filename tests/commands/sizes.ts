import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../house/source.ts'
import { tableOf } from '../measures/table.ts'
import { excesses, readBundle, type Stated, sizeRows, statedOf, unstated } from './bundle-sizes.ts'

const { cssText }: { cssText(): { load(id: string): string | null } } = await import(join(root, 'src/ui/build/plugins.mjs'))

const file = join(root, 'elements/sizes.json')
const css = (sheet: string) => cssText().load(join(root, sheet)) ?? ''
const rows = sizeRows(readBundle(join(root, 'dist'), css))
if (process.argv.includes('--state')) writeFileSync(file, `${JSON.stringify(statedOf(rows), null, 2)}\n`)
const stated: Stated = JSON.parse(readFileSync(file, 'utf8'))
const [past, grown] = [excesses(rows), unstated(rows, stated)]
const remark = (row: (typeof rows)[number]) =>
  [...(past.includes(row) ? ['past its bar'] : []), ...(grown.includes(row) ? ['grown'] : [])].join(', ')
console.log(
  tableOf(
    ['brotli', 'measured', 'stated', 'bar', ''],
    rows.map((row) => [row.what, String(row.value), String(stated[row.what] ?? ''), String(row.bar), `${row.unit}  ${remark(row)}`]),
  ),
)
if (grown.length > 0) console.log('What has grown is stated with: npm run measure:sizes -- --state')

const chart = rows.find(({ what }) => what === 'ad-report-chart, painted')
console.log(
  `figure: ${((chart?.value ?? 0) / 1000).toFixed(1)} KB for the report chart, ${past.length} past the bar, ${grown.length} grown by more than 1 % unstated`,
)
process.exitCode = past.length + grown.length > 0 ? 1 : 0
