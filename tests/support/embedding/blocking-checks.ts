import type { Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { openHostPage } from './host-page.ts'
import type { PlatformProcess } from '../platform/process.ts'
import { chartIn, type Embedding } from './embeddings.ts'

async function opened(page: Page, platform: PlatformProcess, embedding: Embedding) {
  await openHostPage(page, platform, { body: chartIn(embedding, platform.origin) })
  const chart = embedding === 'page' ? page.locator('ad-report-chart') : page.frameLocator('ad-frame iframe').locator('ad-report-chart')
  await expect(chart.locator('.figure dd').first()).toContainText('$')
  const button = chart.getByRole('button', { name: 'Dates' })
  /** Chooses a period and waits for the new button text; returns that text. */
  const choose = async (dates: string) => {
    const before = (await button.textContent()) ?? ''
    await button.press('Enter')
    await chart.getByRole('menuitemradio', { name: dates }).click()
    await expect(button).not.toHaveText(before)
    return (await button.textContent()) ?? ''
  }
  return { chart, button, choose }
}

const block = async (page: Page, patterns: readonly RegExp[]) => {
  for (const pattern of patterns) await page.route(pattern, (route) => route.abort('blockedbyclient'))
}
const reportCalls = /\/v2\/report/
const words = 'Please disable your ad blocker to view all details on this page.'

/** The message names the blocker, the chosen dates stay, and a retry works once the blocker is gone. */
const isNamed = (patterns: readonly RegExp[]) => async (page: Page, platform: PlatformProcess, embedding: Embedding) => {
  const { chart, button, choose } = await opened(page, platform, embedding)
  await block(page, patterns)
  const chosen = await choose('Last 7 days')
  await expect(chart.getByText('Ad Blocker Detected', { exact: true })).toBeVisible()
  await expect(chart.getByText(words).first()).toBeVisible()
  await expect(button).toHaveText(chosen)
  // The message may come from an earlier request; the blocker stays until this one has failed too.
  await expect(chart.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unrouteAll()
  await chart.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(chart.getByText('Couldn’t load the report')).toBeHidden()
  await expect(button).toHaveText(chosen)
  await expect(chart.locator('.figure dd').first()).toContainText('$')
}

/** Checks of blocked calls, for the page and for a frame, by name. */
export const blockingChecks = {
  'a blocker of the reports is named, and another try works': isNamed([reportCalls]),
  'a blocker of the reports and the health address is named, and another try works': isNamed([reportCalls, /\/health$/]),
  'an outage is not called a blocker': async (page: Page, platform: PlatformProcess, embedding: Embedding) => {
    const { chart, choose } = await opened(page, platform, embedding)
    await block(page, [reportCalls, /\/(health|ready)$/])
    await choose('Last 7 days')
    await expect(chart.getByText('Couldn’t load the report')).toBeVisible()
    await expect(chart.getByText(words)).toHaveCount(0)
    await expect(chart.getByText('Ad Blocker Detected', { exact: true })).toHaveCount(0)
    await page.unrouteAll()
    await chart.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(chart.getByText('Couldn’t load the report')).toBeHidden()
  },
  'a blocker of every address with the word advertiser does not stop the chart': async (
    page: Page,
    platform: PlatformProcess,
    embedding: Embedding,
  ) => {
    await block(page, [/advertiser/])
    const { chart, choose } = await opened(page, platform, embedding)
    await choose('Last 7 days')
    await expect(chart.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(chart.getByText('Couldn’t load the report')).toHaveCount(0)
  },
  'a failing report is not called blocked': async (page: Page, platform: PlatformProcess, embedding: Embedding) => {
    const { chart, choose } = await opened(page, platform, embedding)
    await page.route(reportCalls, (route) =>
      route.fulfill({ status: 500, headers: { 'Access-Control-Allow-Origin': '*' }, json: { status: 'error' } }),
    )
    await choose('Last 7 days')
    await expect(chart.getByText('Couldn’t load the report')).toBeVisible()
    await expect(chart.getByText('Ad Blocker Detected', { exact: true })).toHaveCount(0)
  },
}
