import { join } from 'node:path'
import { root } from '../house/source.ts'
import { excesses, readBundle, sizeRows } from './bundle-sizes.ts'

const { cssText }: { cssText(): { load(id: string): string | null } } = await import(join(root, 'src/ui/build/plugins.mjs'))

const css = (sheet: string) => cssText().load(join(root, sheet)) ?? ''
const rows = sizeRows(readBundle(join(root, 'dist'), css))
const widest = Math.max(...rows.map(({ what }) => what.length))
console.log(`${'brotli'.padEnd(widest)}  ${'measured'.padStart(9)}  ${'bar'.padStart(9)}`)
for (const { what, value, bar, unit } of rows)
  console.log(
    `${what.padEnd(widest)}  ${String(value).padStart(9)}  ${String(bar).padStart(9)}  ${unit}${value > bar ? '  past its bar' : ''}`,
  )

const past = excesses(rows)
const chart = rows.find(({ what }) => what === 'ad-report-chart, painted')
console.log(`figure: ${((chart?.value ?? 0) / 1000).toFixed(1)} KB for the report chart, ${past.length} past the bar`)
process.exitCode = past.length > 0 ? 1 : 0
