import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformLoad } from '../../measures/platform-load.ts'
import { loadProfiles, verdictOf } from '../../measures/platform-verdict.ts'
import { reportFiles } from '../../measures/report-files.ts'
import { dashboardQueries, measuredQueries } from '../../measures/report-queries.ts'
import { reportRatios } from '../../measures/report-ratios.ts'
import { freshDatabase } from '../../support/database/fresh-database.ts'
import { manyFacts } from '../../support/reports/many-facts.ts'
import { commonPostgres, type PostgresServer } from '../../support/database/postgres.ts'
import { sheetCells, unzip } from '../../support/files/unzip.ts'

let server: Pick<PostgresServer, 'url' | 'stop'>
beforeAll(async () => {
  server = await commonPostgres()
})
afterAll(() => server.stop())

describe.each(['PGlite', 'PostgreSQL'])('reports on %s', (driver) => {
  test('equal those of plain SQL, to the digit, in time of the same order', async () => {
    const fresh = await freshDatabase({ server: driver === 'PGlite' ? '' : server.url })
    try {
      const facts = await manyFacts(fresh.database, 120_000)
      expect(facts).toBe(121_536)
      const how = { runs: 3, bar: Number.POSITIVE_INFINITY }
      const found = await reportRatios(fresh.database, measuredQueries, how, dashboardQueries)
      console.log(`${driver}, ${facts} facts: worst ratio ${Math.max(...found.map(({ ratio }) => ratio)).toFixed(1)} of ${found.length}`)
      expect(found.filter((one) => one.differing > 0)).toEqual([])
      expect(found.reduce((sum, { rows }) => sum + rows, 0)).toBe(930)
      // With so few facts most of the time is overhead, so this ratio only detects a broken statement.
      expect(found.filter(({ ratio }) => !(ratio < 15))).toEqual([])
    } finally {
      await fresh.close()
    }
  }, 120_000)
})

/** The column of the return on ad spend in the measured files. */
const ratioAt = 8

describe.each(['PGlite', 'PostgreSQL'])('files on %s', (driver) => {
  test('contain each of twenty thousand rows, and their memory is printed', async () => {
    const fresh = await freshDatabase({ server: driver === 'PGlite' ? '' : server.url })
    const folder = mkdtempSync(join(tmpdir(), 'placard-files-'))
    try {
      const facts = await manyFacts(fresh.database, 20_000)
      const [csv, xlsx] = await reportFiles(fresh.database, ['csv', 'xlsx'], (format) => join(folder, `all.${format}`))
      console.log(`${driver}, ${facts} rows: ${csv?.risenMb.toFixed(0)} MB for CSV, ${xlsx?.risenMb.toFixed(0)} MB for a workbook`)
      for (const file of [csv, xlsx]) expect(file).toMatchObject({ status: 200, statedRows: facts })
      expect(csv?.lines).toBeGreaterThan(facts)
      const sheet = sheetCells(unzip(readFileSync(join(folder, 'all.xlsx'))).get('xl/worksheets/sheet1.xml') ?? '')
      // The names are the first row, the total is the last.
      expect(sheet).toHaveLength(facts + 2)
      const lines = readFileSync(join(folder, 'all.csv'), 'utf8').trimEnd().split('\r\n').slice(-facts)
      const numbers = (texts: readonly (string | number | null)[]) => texts.map((text) => String(text === null ? '' : Number(text) || text))
      // The last metric is a ratio: CSV files round it to four decimals, workbooks contain it in full.
      const roundedRatio = (row: readonly (string | number | null)[]) =>
        row.map((cell, at) => (at === ratioAt && typeof cell === 'number' ? Number(cell.toFixed(4)) : cell))
      expect(sheet.slice(1, -1).map((row) => numbers(roundedRatio(row)).join())).toEqual(
        lines.map((line) => numbers(line.split(',')).join()),
      )
      expect(csv?.heldMb).toBeLessThan(100)
      expect(xlsx?.heldMb).toBeLessThan(100)
    } finally {
      await fresh.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 120_000)
})

describe.each(['PGlite', 'PostgreSQL'])('parallel users on %s', (driver) => {
  test('all get responses, next to a minimal server and next to five reports', async () => {
    const chosen = loadProfiles.filter(({ reports }) => reports === 0 || driver === 'PostgreSQL')
    const hurried = chosen.map((profile) => ({ ...profile, pauseMs: profile.pauseMs[1] > 0 ? ([20, 60] as const) : profile.pauseMs }))
    const options = { server: driver === 'PGlite' ? '' : server.url, facts: 10_000, people: 12, loadProfiles: hurried, seconds: 3 }
    const results = await platformLoad(options)
    const { share, errors } = verdictOf(results, { isPostgres: driver === 'PostgreSQL' })
    console.log(`${driver}: ${share.toFixed(2)} of the bare requests a second, ${errors} errors`)
    expect(results.flatMap((one) => one.errors)).toEqual([])
    expect(results).toHaveLength(chosen.length * 2)
    expect(results.filter(({ requests, writes }) => requests < 30 || writes < 1)).toEqual([])
    expect(results.filter(({ profile, reports }) => profile.reports > 0 && reports < 5)).toEqual([])
    expect(share).toBeGreaterThan(0.05)
  }, 180_000)
})
