import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { errorsOf } from '../support/browser/opening.ts'
import { guideNames, guideProblems, platformCallsOf } from '../support/embedding/guide-pages.ts'
import { type PartnerSite, registerPartnerSite, runServer } from '../support/embedding/partner-site.ts'
import { inAudit } from '../support/journeys/in-audit.ts'

let site: PartnerSite
test.beforeAll(async () => {
  test.setTimeout(180_000)
  site = await registerPartnerSite()
})
test.afterAll(() => site?.platform.clear())

/** Copies a code block of the guide with its button, by keyboard, and returns what is in the clipboard. */
async function copied(page: Page, name: string, index = 0) {
  const button = page.getByRole('button', { name: `Copy ${name}`, exact: true }).nth(index)
  await expect(button).toBeEnabled()
  await button.press('Enter')
  await expect(button).toHaveText('Copied')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('the code of the quickstart, copied from the page, shows a chart on a page of another origin', async ({ page, context }) => {
  const errors = errorsOf(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.platform.origin })
  await page.goto(`${site.platform.other}/shop/`)
  await page.getByRole('link', { name: 'How this page is made' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quickstart')

  // Step 1 was done by `registerPartnerSite`, with a free port instead of 8080.
  expect(await copied(page, 'Terminal')).toBe('npm start -- --partner my-site,1,http://localhost:8080')
  const here = (text: string) => text.replaceAll('8080', String(site.port))
  const folder = mkdtempSync(join(tmpdir(), 'placard-quickstart-'))
  writeFileSync(join(folder, '.env'), (await copied(page, '.env')).replace('paste-the-client-secret-here', site.secret))
  for (const name of ['index.html', 'server.mjs']) writeFileSync(join(folder, name), here(await copied(page, name)))
  expect(await copied(page, 'Terminal', 1)).toBe('node --env-file=.env server.mjs')

  const server = await runServer(['--env-file=.env', 'server.mjs'], { cwd: folder, env: {}, at: site.origin })
  try {
    await page.getByRole('link', { name: 'http://localhost:8080' }).waitFor()
    await page.goto(site.origin)
    await expect(page.locator('.figure dd').first()).toContainText('$')
    await expect(page.locator('ad-report-chart').getByRole('slider')).toBeVisible()
    expect([errors, server.output()]).toEqual([[], ''])
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
})

// Each page in one of the two; the audit opens every page in both.
test(
  'every page of the guide is usable on a phone in dark or on a desktop, with a live example on sample figures',
  inAudit,
  async ({ browser }) => {
    const page = await browser.newPage({ colorScheme: 'dark' })
    const errors = errorsOf(page)
    const calls = platformCallsOf(page)
    const problems: string[] = []
    for (const [at, name] of guideNames.entries()) problems.push(...(await guideProblems(page, site.platform, name, [at % 2 ? 1440 : 360])))
    expect(problems).toEqual([])
    await page.goto(`${site.platform.origin}/guide/errors`)
    await page.getByRole('button', { name: '500' }).click()
    await expect(page.getByRole('list', { name: 'Events, newest first' })).toContainText('ad-error')
    await page.getByRole('button', { name: 'Works' }).click()
    await expect(page.locator('ad-report-chart').getByRole('slider')).toBeVisible()
    expect([errors, calls]).toEqual([[], []])
    await page.close()
  },
)
