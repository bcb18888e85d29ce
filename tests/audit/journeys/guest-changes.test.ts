import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import {
  change,
  chart,
  delayCode,
  expectNoShift,
  isStillFocused,
  keepFocused,
  openChart,
  picture,
  shiftOf,
  story,
  styleOf,
  watchShifts,
} from '../../support/embedding/changing-chart.ts'
import { amountOf, demonstration, oneIdentity } from '../../support/embedding/guest-journey.ts'
import { openHostPage } from '../../support/embedding/host-page.ts'
import { errorsOf } from '../../support/browser/opening.ts'
import { pixelsApart } from '../../support/browser/picture-difference.ts'

const platform = demonstration()

test('an open menu and an open table stay open and keep the focus', async ({ page }) => {
  const errors = errorsOf(page)
  await openChart(page, platform())
  await chart(page).getByRole('button', { name: 'Table' }).click()
  await chart(page).getByRole('region', { name: 'Metrics by date' }).focus()
  await keepFocused(page)
  await change(page, "chart.locale = 'de'; chart.theme = 'dark'; chart.dateRange = 'last_7_days'")
  await expect(chart(page).getByRole('row')).toHaveCount(9)
  await expect(chart(page).getByRole('table')).toContainText('Umsatz')
  expect(await isStillFocused(page)).toBe(true)
  await change(page, "chart.locale = 'en-US'")
  await chart(page).getByRole('button', { name: 'Compare with' }).click()
  const item = chart(page).getByRole('menuitemradio', { name: 'No comparison' }).or(chart(page).getByRole('menuitemradio').first())
  await item.first().focus()
  await keepFocused(page)
  await change(page, "chart.theme = 'light'; chart.dateRange = 'last_14_days'; chart.locale = 'de'")
  await expect(chart(page).getByRole('button', { name: 'Vergleichen mit' })).toHaveAttribute('aria-expanded', 'true')
  await expect(item.first()).toBeVisible()
  expect(await isStillFocused(page)).toBe(true)
  expect(errors).toEqual([])
})

test('a right-to-left page mirrors the chart, in a language that we support', async ({ page }) => {
  await openChart(page, platform(), { attributes: 'dir="rtl"' })
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

test('tokens, part rules and the theme object each change the chart', async ({ page }) => {
  await openChart(page, platform())
  const plain = await picture(page)
  await openChart(page, platform(), { css: ':root { --ad-chart-1: rgb(1, 120, 60) } ad-report-chart { --ad-chart-2: rgb(200, 0, 90) }' })
  expect((await picture(page)).equals(plain), 'a token above the element reaches in only where the element does not set it').toBe(false)
  expect(await styleOf(page, '.chart .line', 'stroke')).toBe('rgb(200, 0, 90)')
  await openChart(page, platform(), {
    css: 'ad-report-chart::part(toolbar) { background: rgb(255, 240, 200) } ad-report-chart::part(figures) { font-weight: 800 }',
  })
  expect((await picture(page)).equals(plain)).toBe(false)
  expect(await styleOf(page, '.toolbar', 'background-color')).toBe('rgb(255, 240, 200)')
  await openChart(page, platform())
  expect(await pixelsApart(page, await picture(page), plain), 'without rules it is the same again').toBe(0)
  await change(page, "chart.themeTokens = { 'chart-2': 'rgb(9, 8, 7)' }")
  await expect.poll(() => styleOf(page, '.chart .line', 'stroke')).toBe('rgb(9, 8, 7)')
  expect((await picture(page)).equals(plain)).toBe(false)
})

test('inherit takes the font and the colour of the page, and nothing else', async ({ page }) => {
  const css = '#around { font: italic 30px/3 Georgia, serif; color: rgb(10, 20, 200); letter-spacing: 9px }'
  const around = (inside: string) => `<div id="around">${inside}</div>`
  await openChart(page, platform(), { css, around })
  expect(await styleOf(page, '.figure dd', 'font-family')).toContain('Placard Inter')
  await change(page, 'chart.inherit = true')
  await expect.poll(() => styleOf(page, '.figure dd', 'font-family')).toBe('Georgia, serif')
  expect(await styleOf(page, '.figure dd', 'color')).toBe('rgb(10, 20, 200)')
  expect(await styleOf(page, '.figure dd', 'font-style')).toBe('normal')
  expect(Number.parseFloat(String(await styleOf(page, '.figure dd', 'font-size')))).toBeLessThan(25)
  await change(page, 'chart.inherit = false')
  expect(await styleOf(page, '.figure dd', 'font-family')).toContain('Placard Inter')
})

for (const width of [1000, 600, 400, 340])
  test(`nothing below the placeholder moves at ${width} px`, ({ page }) => expectNoShift(page, platform(), width))

test('nothing below a frame moves', async ({ page }) => {
  await page.addInitScript(watchShifts)
  const release = await delayCode(page)
  await page.setViewportSize({ width: 1000, height: 900 })
  const frame = `<ad-frame src="${platform().origin}/embedded/clients/1/advertisers/1/campaigns/1/chart?compare=previous_period" title="Figures" locale="en-US"></ad-frame>`
  const opening = openHostPage(page, platform(), { body: `<h1>A page</h1>${frame}${story}`, pageScript: oneIdentity })
  await page.waitForFunction("document.querySelector('ad-frame')?.getBoundingClientRect().height > 400")
  release()
  await opening
  await expect(amountOf(page.frameLocator('iframe'))).toContainText('$')
  const around = await shiftOf(page)
  console.log(`layout shift around a frame: ${around.toFixed(4)}`)
  expect(around).toBeLessThan(0.02)
})
