import pg from 'pg'
import { chromium, type Page } from 'playwright'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'
import { entered } from '../support/console/visit.ts'
import { startPlatformProcess } from '../support/platform/process.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { buildIfStale } from './fresh-build.ts'
import { scrolled } from './grid-scroll.ts'
import { printPhases, watch } from './page-phases.ts'

const slower = 4
const rowsLeast = 100_000
const manager = 'ailsa.murray@fernhill.example'
/** Time to wait for code that loads when the page is idle. */
const stillMs = 8000

/** Adds facts of many entities on many days to the seeded ones. */
async function fillFacts(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into facts_daily (member_group_id, advertiser_id, campaign_id, ad_group_id, channel, device, currency_code, day, entity_id,
        impressions, clicks, cost, revenue, transactions, units, exposed_revenue, exposed_transactions, exposed_units, halo_revenue, halo_transactions, halo_units)
      select g.member_group_id, g.advertiser_id, g.campaign_id, g.ad_group_id, c.channel, device, a.currency_code, current_date - ago, 5000000 + thing,
        thing * 7 % 9000, thing * 3 % 90, thing * ago * 1000 % 9999991, thing * 2000 % 99999989, thing % 11, thing % 17, 0, 0, 0, 0, 0, 0
      from (select * from ad_groups where member_group_id = 1 and advertiser_id = 1 order by ad_group_id limit 1) as g
      join campaigns c using (member_group_id, campaign_id)
      join advertisers a on a.member_group_id = g.member_group_id and a.advertiser_id = g.advertiser_id
      cross join generate_series(2, 51) as ago
      cross join generate_series(1, 700) as thing
      cross join unnest(array['desktop', 'mobile', 'app']) as device`)
    await client.query('analyze facts_daily')
  } finally {
    await client.end()
  }
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Rows of the report' })
const reportQuery =
  'context=ad_group_entity&rows=flat&dimensions=day,device,entity_id&metrics=cost,impressions,clicks,revenue,return_on_ad_spend&date_range=last_60_days&compare=none'

/** Scrolls a report of a hundred thousand rows; returns the time of the longest task. */
export async function reportScroll(): Promise<number> {
  buildIfStale()
  const postgres = await startPostgres()
  const platform = await startPlatformProcess({ env: { DATABASE_URL: postgres.url } })
  const executablePath = await findChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArguments })
  try {
    await fillFacts(postgres.url)
    const { page } = await entered(platform, browser, {
      address: `/clients/1/advertisers/1/reporting?${reportQuery}`,
      email: manager,
      options: { viewport: { width: 1440, height: 900 } },
      before: (context) => context.addInitScript(watch),
    })
    await grid(page).locator('[aria-rowindex="3"]').waitFor({ timeout: 60_000 })
    const counted = () => grid(page).getAttribute('aria-rowcount').then(Number)
    for (let tries = 0; (await counted()) < 0 && tries < 600; tries++) await page.waitForTimeout(100)
    const rows = await counted()
    if (rows < rowsLeast) throw new Error(`The report has ${rows} rows, fewer than ${rowsLeast}`)
    await grid(page).scrollIntoViewIfNeeded()
    await page.waitForTimeout(stillMs)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    return printPhases(`${rows.toLocaleString('en-US')} rows of a report`, await scrolled(browser, page, grid(page)), slower)
  } finally {
    await browser.close()
    await platform.clear()
    await postgres.stop()
  }
}
