import { loadavg } from 'node:os'
import { type Browser, chromium, type Page } from 'playwright'
import { buildIfStale } from '../measures/fresh-build.ts'
import { startSpeedSite } from '../measures/speed-site.ts'
import { bars, middle, ratioOf, type Second, type Side, sides, type Visits, wrongOf } from '../measures/speed-verdict.ts'
import { type Visit, visit } from '../measures/speed-visit.ts'
import { machineLoad, tableOf } from '../measures/table.ts'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'

const turns = Number(process.argv[2] ?? 5)
if (!Number.isInteger(turns) || turns < 1) throw new Error('Usage: npm run measure:speed -- <turns>')

const names: Readonly<Record<Side, string>> = {
  page: 'in a page',
  'by-hand': 'by hand, in a page',
  frame: 'in a frame',
  'by-hand-frame': 'by hand, in a frame',
  ten: 'ten in a page',
}

/** Visits the variants in turns, so that other load on the machine affects all equally. The first round is a warm-up. */
async function allVisits(browser: Browser, origin: string): Promise<Visits> {
  const found: Record<Side, Visit[]> = { page: [], 'by-hand': [], frame: [], 'by-hand-frame': [], ten: [] }
  for (let turn = 0; turn <= turns; turn++)
    for (const side of sides) {
      const seen = await visit(browser, `${origin}/${side}`)
      if (turn > 0) found[side].push(seen)
    }
  return found
}

/** Adds a chart to the page; returns the requests until its first paint. */
async function addChart(page: Page, dateRange: string): Promise<string[]> {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`))
  await page.evaluate(`{
    const [first] = document.querySelectorAll('ad-report-chart')
    const other = first.cloneNode()
    other.setAttribute('date-range', '${dateRange}')
    document.body.append(Object.assign(other, { id: '${dateRange}', getToken: first.getToken }))
  }`)
  await page.locator(`#${dateRange} .figure dd`).first().waitFor()
  await page.waitForTimeout(500)
  return requests
}

/** Adds two charts to the page: one with the same dates as the first chart, then one with other dates. */
async function secondCharts(browser: Browser, origin: string): Promise<Second> {
  const added: string[][] = []
  const { requests } = await visit(browser, `${origin}/page`, {
    isSlow: false,
    after: async (page) => {
      added.push(await addChart(page, 'last_30_days'))
      page.removeAllListeners('request')
      added.push(await addChart(page, 'last_7_days'))
    },
  })
  const [same, other] = added
  return {
    same: same?.length ?? Number.NaN,
    files: other?.filter((request) => /\.(js|css|woff2)\b/.test(request)).length ?? Number.NaN,
    repeated: other?.filter((request) => requests.includes(request)).length ?? Number.NaN,
  }
}

function print(visits: Visits, second: Second) {
  const ms = (side: Side, what: 'skeleton' | 'painted' | 'busiest' | 'longest') => middle(visits[side], what).toFixed(0)
  console.log(
    tableOf(
      ['1.6 Mbit/s, 150 ms, processor 4 times slower', 'skeleton ms', 'painted ms', 'task ms', 'by the clock', 'shift', 'requests'],
      sides.map((side) => [
        names[side],
        ms(side, 'skeleton'),
        ms(side, 'painted'),
        ms(side, 'busiest'),
        ms(side, 'longest'),
        middle(visits[side], 'shift').toFixed(3),
        String(visits[side][0]?.requests.length),
      ]),
    ),
  )
  const ten = middle(visits.ten, 'painted') / middle(visits.page, 'painted')
  console.log('by hand: plain HTML, d3-scale and d3-shape for the same marks, one token and the two calls at once')
  console.log(`ten charts ${ten.toFixed(2)} times one; the same chart again ${second.same} requests, other dates ${second.files} files`)
  console.log(machineLoad(loadavg()))
}

buildIfStale()
const site = await startSpeedSite()
const executablePath = await findChromium()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumArguments })
try {
  const visits = await allVisits(browser, site.origin)
  const second = await secondCharts(browser, site.origin)
  print(visits, second)
  const wrong = wrongOf(visits, second)
  for (const one of wrong) console.log(`past its bar: ${one}`)
  const [page, frame] = [ratioOf(visits, 'page'), ratioOf(visits, 'frame')].map((ratio) => ratio.toFixed(2))
  console.log(
    `figure: chart painted in ${middle(visits.page, 'painted').toFixed(0)} ms, bar ${bars.paintedMs}; ${page} times by hand in a page, ${frame} in a frame, bar ${bars.ratio}; ${wrong.length} past the bar of ${turns} turns`,
  )
  process.exitCode = wrong.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await site.close()
}
