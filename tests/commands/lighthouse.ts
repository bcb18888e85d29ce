import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { buildIfStale } from '../measures/fresh-build.ts'
import {
  type Audited,
  categories,
  type Category,
  type Device,
  devices,
  isWorthRepeating,
  limits,
  performanceOf,
  type Run,
  shiftOf,
  slowdownFor,
  worstOf,
  wrongOf,
} from '../measures/lighthouse-verdict.ts'
import { machineLoad, tableOf } from '../measures/table.ts'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'
import { type PlatformProcess, startPlatformProcess } from '../support/platform/process.ts'

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, counts: { type: 'string' } }, strict: true })

/** Runs on a page at most; one more only if nothing but the performance falls short. */
const maxRuns = 3
const manager = 'ines.okonjo@placard.example'

interface AuditedPage {
  readonly name: string
  readonly address: (platform: PlatformProcess) => string
  /** The page needs a session, which its tab keeps between the visits. */
  readonly isSignedIn?: boolean
}

const pages: readonly AuditedPage[] = [
  { name: 'shop', address: ({ other }) => `${other}/shop/` },
  { name: 'portal', address: ({ other }) => `${other}/portal/` },
  { name: 'sign-in', address: ({ origin }) => `${origin}/login` },
  { name: 'embedded', address: ({ origin }) => `${origin}/embedded/clients/1/chart?compare=previous_period`, isSignedIn: true },
]

/** Signs in at the provider that the page redirects to, and waits for the page. */
async function signIn(page: Page, address: string, password: string) {
  await page.goto(address)
  await page.locator('::-p-aria([name="Email"][role="textbox"])').fill(manager)
  await page.locator('::-p-aria([name="Password"][role="textbox"])').fill(password)
  await page.keyboard.press('Enter')
  await page.locator('::-p-aria([role="slider"])').wait()
}

/** Audits of a category with less than the full score, with the reason and the nodes concerned. */
function faultsOf({ audits, categories: found }: Result, category: Category): string[] {
  return (found[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id]
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return []
    const items = audit.details && 'items' in audit.details && Array.isArray(audit.details.items) ? audit.details.items : []
    const shown = category === 'performance' ? [] : items.slice(0, 3).map((item) => JSON.stringify(item).slice(0, 400))
    return [`${id}: ${[audit.title, audit.displayValue, ...shown].filter(Boolean).join('\n    ')}`]
  })
}

/** The benchmark index of the last visit. */
let benchmarkIndex = 0

async function runOnce(page: Page, address: string, device: Device, isSignedIn = false): Promise<Run> {
  const slowdown = device === 'mobile' && benchmarkIndex > 0 ? { throttling: { cpuSlowdownMultiplier: slowdownFor(benchmarkIndex) } } : {}
  const flags: Flags = { onlyCategories: [...categories], logLevel: 'error', disableStorageReset: isSignedIn, ...slowdown }
  const result = await lighthouse(address, flags, device === 'desktop' ? desktopConfig : undefined, page)
  if (!result) throw new Error(`Lighthouse returned nothing for ${address}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`)
  benchmarkIndex = lhr.environment.benchmarkIndex
  const scoreOf = (category: Category) => lhr.categories[category]?.score ?? Number.NaN
  return {
    scores: { performance: scoreOf('performance'), accessibility: scoreOf('accessibility'), 'best-practices': scoreOf('best-practices') },
    shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    faults: categories.flatMap((category) => faultsOf(lhr, category)),
  }
}

/** Visits one page as one device, in a browser context of its own. */
async function audit(browser: Browser, platform: PlatformProcess, { name, address, isSignedIn = false }: AuditedPage, device: Device) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const runs: Run[] = []
  const at = address(platform)
  if (isSignedIn) await signIn(page, at, platform.password)
  do {
    runs.push(await runOnce(page, at, device, isSignedIn))
  } while (wrongOf({ runs }).length > 0 && isWorthRepeating({ runs }) && runs.length < maxRuns)
  await context.close()
  return { page: name, device, runs }
}

const percent = (score: number) => (score * 100).toFixed(0)
const rowOf = ({ page, device, runs }: Audited) => [
  `${page}, ${device}`,
  percent(performanceOf(runs)),
  percent(worstOf(runs, 'accessibility')),
  percent(worstOf(runs, 'best-practices')),
  shiftOf(runs).toFixed(3),
  String(runs.length),
]

buildIfStale()
const platform = await startPlatformProcess()
const executablePath = await findChromium()
const browser = await puppeteer.launch({ ...(executablePath ? { executablePath } : { channel: 'chrome' }), args: chromiumArguments })
try {
  const audited: Audited[] = []
  // A page without elements, for the benchmark index.
  await runOnce(await browser.newPage(), `${platform.origin}/start`, 'mobile')
  for (const page of pages.filter(({ name }) => values.only?.includes(name) ?? true))
    for (const device of devices) {
      const one = await audit(browser, platform, page, device)
      audited.push(one)
      const faults = wrongOf(one)
      console.log(`${page.name}, ${device}: ${faults.length === 0 ? 'passed' : `failed: ${faults.join('; ')}`}`)
      if (faults.length > 0) for (const fault of one.runs.at(-1)?.faults ?? []) console.log(`  ${fault}`)
    }
  console.log(tableOf(['Lighthouse', 'performance', 'accessibility', 'best practices', 'shift', 'runs'], audited.map(rowOf)))
  console.log(`Simulated throttling; limits: performance ${percent(limits.performance)}, layout shift ${limits.shift}, the others 100.`)
  console.log(
    `Benchmark index ${benchmarkIndex.toFixed(0)}, processor slowed down ${slowdownFor(benchmarkIndex).toFixed(1)} times for mobile.`,
  )
  console.log(machineLoad(loadavg()))
  const failed = audited.filter((one) => wrongOf(one).length > 0).length
  const passed = audited.length - failed
  if (values.counts) writeFileSync(values.counts, JSON.stringify({ passed, failed }))
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  await browser.close()
  await platform.clear()
}
