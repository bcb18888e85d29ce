import pg from 'pg'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { buildIfStale } from '../measures/fresh-build.ts'
import { scrolled } from '../measures/grid-scroll.ts'
import { barMs, measured, type Phase, printPhases, watch } from '../measures/page-phases.ts'
import { begin, builderAddress, fillBasics, fillMoney, goOn, submit } from '../support/drafts/builder-steps.ts'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'
import { entered } from '../support/console/visit.ts'
import { startPlatformProcess } from '../support/platform/process.ts'
import { startPostgres } from '../support/database/postgres.ts'

const slower = 4
const entityCount = 100_000
/** Limit of the heap size relative to that of the loaded page, both after garbage collection. */
const heapBar = 1.25
const stillMs = 8000
const manager = 'ailsa.murray@fernhill.example'

/** Adds as many entities as an advertiser of a large retailer has to the seeded ones. */
async function fillEntities(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `insert into entities (member_group_id, advertiser_id, internal_id, name, category, status)
       select 1, 1, 'bulk-' || n, 'Bulk article ' || n, 'Bulk ' || n % 40, 'active' from generate_series(1, $1::int) n`,
      [entityCount],
    )
    await client.query('analyze entities')
    const { rows } = await client.query<{ count: string }>('select count(*) from entities where member_group_id = 1 and advertiser_id = 1')
    return Number(rows[0]?.count)
  } finally {
    await client.end()
  }
}

const grid = (page: Page) => page.getByRole('grid').first()

/** Heap size of the page after garbage collection. */
async function heapMb(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}

const rowsIn = (page: Page) => grid(page).getAttribute('aria-rowcount').then(Number)

/** Searches by name and waits for the filtered list, then clears the search and waits for the full list. */
async function search(page: Page) {
  const before = await rowsIn(page)
  const box = page.getByRole('searchbox', { name: 'Search by name' })
  const shown = async (isThere: (rows: number) => boolean) => {
    for (let tries = 0; !isThere(await rowsIn(page)); tries++) {
      if (tries > 300) throw new Error('The search changed nothing')
      await page.waitForTimeout(100)
    }
  }
  await box.fill('article 4711')
  await box.press('Enter')
  await shown((rows) => rows > 0 && rows < before)
  await box.fill('')
  await box.press('Enter')
  await shown((rows) => rows === before)
  return 2
}

/** Adds all matching entities at once; entities that cannot be advertised are skipped. */
async function chooseAll(page: Page) {
  await page.getByRole('checkbox', { name: /^Select all/ }).click()
  await page.getByRole('tab', { name: /^Selected 1\d\d,\d{3}$/ }).waitFor({ timeout: 120_000 })
  return 2
}

async function send(page: Page) {
  await goOn(page)
  await fillMoney(page, { budget: '240', bid: '0.85' })
  await goOn(page)
  await submit(page)
  return 3
}

/** Heap size of the page at one moment. */
interface Held {
  readonly when: string
  readonly mb: number
}

function printHeld([first, ...later]: readonly Held[]): number {
  if (!first) throw new Error('No heap size was measured')
  const ratio = Math.max(...later.map(({ mb }) => mb / first.mb))
  const all = [first, ...later].map(({ when, mb }) => `${mb.toFixed(1)} MB when ${when}`).join(', ')
  console.log(`figure: held ${all}: at most ${ratio.toFixed(2)} times the first, bar ${heapBar}`)
  return ratio
}

/** Measures each phase from the entity list of a draft to the submitted campaign. */
async function phases(browser: Browser, page: Page, slow: CDPSession) {
  await begin(page, 'Quick')
  await fillBasics(page, 'A hundred thousand')
  await goOn(page)
  await grid(page).locator('[aria-rowindex="3"]').waitFor()
  // Lazily loaded code, which loads when the page is idle, must not count.
  await page.waitForTimeout(stillMs)
  const held: Held[] = [{ when: 'the list came', mb: await heapMb(slow) }]
  const weigh = async (when: string) => void held.push({ when, mb: await heapMb(slow) })
  await slow.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const found: Phase[] = []
  const phase = async (what: string, act: () => Promise<number>) => void found.push(await measured(browser, page, what, act))
  found.push(...(await scrolled(browser, page, grid(page))))
  await weigh('scrolled past')
  await phase('search, and back', () => search(page))
  await weigh('searched')
  await phase('all that match, added', () => chooseAll(page))
  await weigh('all added')
  await phase('money, review, submit', () => send(page))
  await weigh('submitted')
  return { found, held }
}

buildIfStale()
const postgres = await startPostgres()
const platform = await startPlatformProcess({ env: { DATABASE_URL: postgres.url } })
const executablePath = await findChromium()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArguments })
try {
  const count = await fillEntities(postgres.url)
  const { page } = await entered(platform, browser, {
    address: builderAddress,
    email: manager,
    options: { viewport: { width: 1440, height: 900 } },
    before: (context) => context.addInitScript(watch),
  })
  const { found, held } = await phases(browser, page, await page.context().newCDPSession(page))
  const longest = printPhases(`${count.toLocaleString('en-US')} entities`, found, slower)
  const ratio = printHeld(held)
  process.exitCode = longest > barMs || ratio > heapBar ? 1 : 0
} finally {
  await browser.close()
  await platform.clear()
  await postgres.stop()
}
