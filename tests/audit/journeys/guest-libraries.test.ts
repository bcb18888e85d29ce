import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { addChartScript, serveOtherRelease, otherReleaseUrl, expectBothLibrariesWork } from '../../support/embedding/other-libraries.ts'
import { demonstration, oneIdentity, painted, plainChart, requestsOf, workChart, wordsOf } from '../../support/embedding/guest-journey.ts'
import { openHostPage } from '../../support/embedding/host-page.ts'
import { errorsOf } from '../../support/browser/opening.ts'

const platform = demonstration()

for (const order of [
  ['Theirs', 'Ours'],
  ['Ours', 'Theirs'],
] as const)
  test(`another version of the component library works on the same page, ${order[0].toLowerCase()} first`, ({ page }) =>
    expectBothLibrariesWork(page, platform(), order))

const counting = `${oneIdentity}
window.counts = {}
const count = (name) => { window.counts[name] = (window.counts[name] ?? 0) + 1 }
for (const name of ['ad-ready', 'ad-report-range-changed', 'ad-report-exported', 'ad-error']) document.addEventListener(name, () => count(name))
addEventListener('message', ({ data }) => data?.ns === 'placard' && count('message ' + data.type))`

async function openTogether(page: Page, releases: readonly string[]) {
  const errors = errorsOf(page)
  const requests = requestsOf(page)
  await serveOtherRelease(page, platform())
  const scripts = releases.map((release) => `<script type="module" src="${release}/placard.js"></script>`).join('')
  await openHostPage(page, platform(), {
    body: plainChart(),
    pageScript: counting,
    scripts: `<script type="module" src="{pageScript}"></script>${scripts}`,
  })
  await workChart(page, page.locator('ad-report-chart'))
  return {
    errors,
    calls: wordsOf(requests.filter(({ address }) => /\/v1\/|token/.test(address))),
    counts: await page.evaluate('window.counts'),
  }
}

test('two releases on one page do not break each other, in either order', async ({ page, context }) => {
  const single = await openTogether(page, [platform().origin])
  for (const releases of [
    [platform().origin, otherReleaseUrl(platform())],
    [otherReleaseUrl(platform()), platform().origin],
  ]) {
    const both = await context.newPage()
    const { errors, calls, counts } = await openTogether(both, releases)
    expect(errors).toEqual([])
    expect(calls).toEqual(single.calls)
    expect(counts).toEqual(single.counts)
    await both.evaluate(addChartScript)
    await painted(both.locator('ad-report-chart').nth(1))
    await both.close()
  }
})
