import { expect, type Page, test } from 'playwright/test'
import { amountOf, demonstration, oneIdentity, painted, plainChart } from '../support/guest-journey.ts'
import { openGuestPage } from '../support/guest-page.ts'
import { pixelsApart, steadyPicture } from '../support/picture-difference.ts'
import { complaintsOf } from '../support/opening.ts'

const platform = demonstration()
const chart = (page: Page) => page.locator('ad-report-chart')
const change = (page: Page, script: string) =>
  page.evaluate(`(() => { const chart = document.querySelector('ad-report-chart'); ${script} })()`)

async function openChart(page: Page, { attributes = '', css = '', around = (inside: string) => inside } = {}) {
  await page.setViewportSize({ width: 1000, height: 900 })
  await openGuestPage(page, platform(), {
    body: around(plainChart(attributes)),
    css: `body { margin: 0; background: #fff } ${css}`,
    own: oneIdentity,
  })
  await painted(chart(page))
  await page.evaluate(() => document.fonts.ready)
}

/** The node that has the focus, deep inside, kept so that it can be known again. */
const keepFocused = (page: Page) => change(page, 'window.kept = chart.shadowRoot.activeElement')
const isStillFocused = (page: Page) => change(page, 'return Boolean(window.kept) && chart.shadowRoot.activeElement === window.kept')

test('the chosen point stays while language, theme and advertiser change around it', async ({ page }) => {
  const heard = complaintsOf(page)
  await openChart(page)
  const slider = chart(page).getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('PageUp')
  await expect(slider).toHaveAttribute('aria-valuenow', '7')
  await keepFocused(page)
  const english = await slider.getAttribute('aria-valuetext')
  await change(page, "chart.locale = 'de'")
  await expect(slider).not.toHaveAttribute('aria-valuetext', english ?? '')
  await change(page, "chart.theme = 'dark'")
  await change(page, 'chart.advertiserId = undefined; chart.compare = undefined')
  await expect(chart(page).getByRole('alert').or(slider)).toBeVisible()
  await change(page, "chart.advertiserId = '1'; chart.locale = 'en-US'")
  await expect(slider).toHaveAttribute('aria-valuenow', '7')
  expect(await isStillFocused(page)).toBe(true)
  expect(heard).toEqual([])
})

test('an open menu and an open table stay open, with the focus where it was', async ({ page }) => {
  const heard = complaintsOf(page)
  await openChart(page)
  await chart(page).getByRole('button', { name: 'Table' }).click()
  await chart(page).getByRole('region', { name: 'Figures by date' }).focus()
  await keepFocused(page)
  await change(page, "chart.locale = 'de'; chart.theme = 'dark'; chart.dateRange = 'last_7_days'")
  await expect(chart(page).getByRole('row')).toHaveCount(9)
  await expect(chart(page).getByRole('table')).toContainText('Umsatz')
  expect(await isStillFocused(page)).toBe(true)
  await change(page, "chart.locale = 'en-US'")
  await chart(page).getByRole('button', { name: 'Compare with' }).click()
  const item = chart(page).getByRole('menuitemcheckbox', { name: 'No comparison' }).or(chart(page).getByRole('menuitemcheckbox').first())
  await item.first().focus()
  await keepFocused(page)
  await change(page, "chart.theme = 'light'; chart.dateRange = 'last_14_days'; chart.locale = 'de'")
  await expect(chart(page).getByRole('button', { name: 'Vergleichen mit' })).toHaveAttribute('aria-expanded', 'true')
  await expect(item.first()).toBeVisible()
  expect(await isStillFocused(page)).toBe(true)
  expect(heard).toEqual([])
})

const picture = (page: Page) => steadyPicture(() => chart(page).screenshot({ animations: 'disabled' }))
/** The colour of a spot inside the element, by its node. */
const styleOf = (page: Page, selector: string, property: string) =>
  change(page, `return getComputedStyle(chart.shadowRoot.querySelector('${selector}')).getPropertyValue('${property}')`)

test('from right to left the picture is mirrored, in words of a language that we have', async ({ page }) => {
  await openChart(page, { attributes: 'dir="rtl"' })
  const boxOf = async (name: string) =>
    (
      await chart(page)
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .boundingBox()
    )?.x ?? 0
  expect(await boxOf('Dates')).toBeGreaterThan(await boxOf('Table'))
  const slider = chart(page).getByRole('slider')
  await slider.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuenow', '29')
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', '28')
  for (const locale of ['ar', 'he']) {
    await change(page, `chart.locale = '${locale}'`)
    await expect(chart(page).getByRole('button', { name: 'Dates' })).toBeVisible()
    await expect(chart(page).locator('.figure').first()).toBeVisible()
  }
  await change(page, "chart.locale = 'en-US'; chart.dir = 'ltr'")
  await expect.poll(async () => (await boxOf('Dates')) < (await boxOf('Table'))).toBe(true)
})

test("a host's token, its own part rule and its token object change the picture, each where it should", async ({ page }) => {
  await openChart(page)
  const plain = await picture(page)
  await openChart(page, { css: ':root { --ad-chart-1: rgb(1, 120, 60) } ad-report-chart { --ad-chart-2: rgb(200, 0, 90) }' })
  expect((await picture(page)).equals(plain), 'a token above the element reaches in only where the element does not set it').toBe(false)
  expect(await styleOf(page, '.chart .line', 'stroke')).toBe('rgb(200, 0, 90)')
  await openChart(page, {
    css: 'ad-report-chart::part(toolbar) { background: rgb(255, 240, 200) } ad-report-chart::part(figures) { font-weight: 800 }',
  })
  expect((await picture(page)).equals(plain)).toBe(false)
  expect(await styleOf(page, '.toolbar', 'background-color')).toBe('rgb(255, 240, 200)')
  await openChart(page)
  expect(await pixelsApart(page, await picture(page), plain), 'without rules it is the same again').toBe(0)
  await change(page, "chart.themeTokens = { 'chart-2': 'rgb(9, 8, 7)' }")
  await expect.poll(() => styleOf(page, '.chart .line', 'stroke')).toBe('rgb(9, 8, 7)')
  expect((await picture(page)).equals(plain)).toBe(false)
})

test('inherit lends the font and the colour of the page, and nothing else', async ({ page }) => {
  const css = '#around { font: italic 30px/3 Georgia, serif; color: rgb(10, 20, 200); letter-spacing: 9px }'
  const around = (inside: string) => `<div id="around">${inside}</div>`
  await openChart(page, { css, around })
  expect(await styleOf(page, '.figure dd', 'font-family')).toContain('Placard Inter')
  await change(page, 'chart.inherit = true')
  await expect.poll(() => styleOf(page, '.figure dd', 'font-family')).toBe('Georgia, serif')
  expect(await styleOf(page, '.figure dd', 'color')).toBe('rgb(10, 20, 200)')
  expect(await styleOf(page, '.figure dd', 'font-style')).toBe('normal')
  expect(Number.parseFloat(String(await styleOf(page, '.figure dd', 'font-size')))).toBeLessThan(25)
  await change(page, 'chart.inherit = false')
  expect(await styleOf(page, '.figure dd', 'font-family')).toContain('Placard Inter')
})

const watchShifts = () => {
  const shifts: number[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value) // the types do not know this entry
  }).observe({ type: 'layout-shift', buffered: true })
}
const shiftOf = (page: Page) =>
  page.evaluate<number>(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.shifts.reduce((sum, one) => sum + one, 0)), 50)))',
  )
/** What pages do to whatever stands in them; the element lets no padding in, and neither may what holds its place. */
const padded = 'body > * { padding: 20px; border: 1px solid }'
const story = '<p>What stands below.</p>'.repeat(12)

/** Nothing but the loader comes until it is let go. */
async function holdCode(page: Page) {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/chunks/**', async (route) => {
    await held
    return route.continue()
  })
  return letGo
}

for (const width of [1000, 600, 400, 340])
  test(`the place that is held is the place that is filled, ${width} wide: nothing below it moves`, async ({ page }) => {
    await page.addInitScript(watchShifts)
    const letGo = await holdCode(page)
    await page.setViewportSize({ width, height: 900 })
    const opening = openGuestPage(page, platform(), { body: `<h1>A page</h1>${plainChart()}${story}`, css: padded, own: oneIdentity })
    await page.waitForFunction("document.querySelector('ad-report-chart')?.shadowRoot?.querySelectorAll('.waiting > div').length === 4")
    expect(await change(page, 'return chart.getBoundingClientRect().height')).toBeGreaterThanOrEqual(400)
    expect(await change(page, "return customElements.get('ad-report-chart') === undefined")).toBe(true)
    letGo()
    await opening
    await painted(chart(page))
    const inPage = await shiftOf(page)
    console.log(`layout shift in the page: ${inPage.toFixed(4)}`)
    expect(inPage).toBeLessThan(0.02)
  })

test('nor does anything below a frame', async ({ page }) => {
  await page.addInitScript(watchShifts)
  const letGo = await holdCode(page)
  await page.setViewportSize({ width: 1000, height: 900 })
  const frame = `<ad-frame src="${platform().origin}/embedded/clients/1/advertisers/1/campaigns/1/chart?compare=previous_period" title="Figures" locale="en-US"></ad-frame>`
  const opening = openGuestPage(page, platform(), { body: `<h1>A page</h1>${frame}${story}`, own: oneIdentity })
  await page.waitForFunction("document.querySelector('ad-frame')?.getBoundingClientRect().height > 400")
  letGo()
  await opening
  await expect(amountOf(page.frameLocator('iframe'))).toContainText('$')
  const around = await shiftOf(page)
  console.log(`layout shift around a frame: ${around.toFixed(4)}`)
  expect(around).toBeLessThan(0.02)
})
