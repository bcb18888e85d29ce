import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database } from '../../demo/platform/database/database.ts'
import type { FileFormat } from '../../src/contract/saved-reports/schedules.ts'
import { measuredClient, measuredDay } from '../support/reports/many-facts.ts'
import { startJson } from './child-json.ts'
import { manyPeople } from './many-people.ts'
import { startMeasuredPlatform } from './measured-platform.ts'
import type { TakenFile, TakeOptions } from './take-file.ts'

/** An export of all facts, and the server's memory during the export, in megabytes. */
export interface MeasuredFile extends TakenFile {
  readonly format: FileFormat
  /** Resident memory before the request. */
  readonly baseMb: number
  /** Peak growth of the resident memory. */
  readonly risenMb: number
  /** Peak growth of the JavaScript heap and its buffers, after garbage collection. */
  readonly heldMb: number
}

const sampleMs = 20
/** The heap is sampled only every 25th time, because each sample collects garbage first. */
const looksBetween = 25
const megabyte = 1_000_000
const ids = ['ad_group_id', 'entity_id', 'device', 'day']
const metrics = ['impressions', 'clicks', 'cost', 'revenue', 'return_on_ad_spend']

/** Every fact is a row, because no two facts share all four dimensions. */
const bodyOf = (format: FileFormat) => ({
  title: 'Everything',
  format,
  member_group_id: measuredClient,
  currency_code: 'USD',
  dimensions: ids,
  metrics,
  start_date: '2025-05-01',
  end_date: measuredDay,
  sort: [{ field: 'cost', order: 'desc' }],
  columns: [...ids, ...metrics].map((id) => ({ id, label: id })),
})

const memory = () => {
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss: rss / megabyte, held: (heapUsed + external) / megabyte }
}
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Samples the memory until `end` is called, and returns the peaks. */
function watch() {
  collect()
  const base = memory()
  const peak = { ...base }
  let looks = 0
  const timer = setInterval(() => {
    peak.rss = Math.max(peak.rss, memory().rss)
    if (++looks % looksBetween > 0) return
    collect()
    peak.held = Math.max(peak.held, memory().held)
  }, sampleMs)
  return {
    base,
    peaks: () => ({ risenMb: peak.rss - base.rss, heldMb: peak.held - base.held }),
    end: () => clearInterval(timer),
  }
}

/** Exports all facts of a filled database in each format; a separate process downloads each file. */
export async function reportFiles(
  database: Database,
  formats: readonly FileFormat[],
  pathOf: (format: FileFormat) => string | undefined = () => undefined,
): Promise<MeasuredFile[]> {
  await manyPeople(database, 1)
  const platform = await startMeasuredPlatform(database)
  const found: MeasuredFile[] = []
  try {
    const token = await platform.tokenOf(1)
    for (const format of formats) {
      const path = pathOf(format)
      const watched = watch()
      const options: TakeOptions = { origin: platform.origin, token, body: bodyOf(format), ...(path && { path }) }
      const child = startJson<TakenFile>('take-file.ts', options)
      const taken = await child.first.finally(watched.end)
      await child.end()
      found.push({ ...taken, format, baseMb: watched.base.rss, ...watched.peaks() })
    }
    return found
  } finally {
    await platform.close()
  }
}
