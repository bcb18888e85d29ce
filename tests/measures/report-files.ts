import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database } from '../../demo/platform/database/open.ts'
import type { FileFormat } from '../../src/contract/saved-reports/schedules.ts'
import { measuredClient, measuredDay } from '../support/many-facts.ts'
import { startJson } from './child-json.ts'
import { manyPeople } from './many-people.ts'
import { startMeasuredPlatform } from './measured-platform.ts'
import type { TakenFile, TakeOptions } from './take-file.ts'

/** A file of every fact, and what the server's memory did meanwhile, in megabytes. */
export interface MeasuredFile extends TakenFile {
  readonly format: FileFormat
  /** Before it was asked for. */
  readonly baseMb: number
  /** How much more the process had at most. */
  readonly risenMb: number
  /** The same of what JavaScript holds, its buffers among it, once what nobody needs has been collected. */
  readonly heldMb: number
}

const sampleMs = 20
/** What is held is looked at as often as every so many samples. */
const looksBetween = 25
const megabyte = 1_000_000
const ids = ['ad_group_id', 'entity_id', 'device', 'day']
const metrics = ['impressions', 'clicks', 'cost', 'revenue', 'return_on_ad_spend']

/** Every fact is a row: nothing is the same in all four. */
const bodyOf = (format: FileFormat) => ({
  ...{ title: 'Everything', format, member_group_id: measuredClient, currency_code: 'USD', dimensions: ids, metrics },
  ...{ start_date: '2025-05-01', end_date: measuredDay, sort: [{ field: 'cost', order: 'desc' }] },
  columns: [...ids, ...metrics].map((id) => ({ id, label: id })),
})

const memory = () => {
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss: rss / megabyte, held: (heapUsed + external) / megabyte }
}
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Looks at the memory until it is told to end; gives the peaks. */
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

/** Both formats of every fact in a database that is filled, each taken by a process of its own. */
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
      const taken = await child.answer.finally(watched.end)
      await child.end()
      found.push({ ...taken, format, baseMb: watched.base.rss, ...watched.peaks() })
    }
    return found
  } finally {
    await platform.close()
  }
}
