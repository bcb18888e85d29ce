import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { builderAddress } from '../drafts/builder-address.ts'
import { openPlatform, type PlatformProcess } from '../platform/process.ts'
import { brokenNow, enterBy, faultsOf } from './console.ts'
import type { EnginePage } from './engine.ts'

const manager = 'ailsa.murray@fernhill.example'

const breaking = (name: string, more = '') => `
  document.dispatchEvent(new CustomEvent('ad-error', { detail: { code: '${name}' } }))
  ${more}
  throw new Error('${name} broke')`

const files: Readonly<Record<string, string>> = {
  '/first': '<!doctype html><script src="/first.js"></script><link rel="icon" href="data:,">',
  '/first.js': breaking('first', "location.replace('/second')"),
  '/second': '<!doctype html><script src="/second.js"></script><link rel="icon" href="data:,"><h1>second</h1>',
  '/second.js': breaking('second'),
}

/** A page whose first script throws, with a link to another such page, under a strict policy. */
async function openBreakingSite() {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('Content-Type', `text/${url.endsWith('.js') ? 'javascript' : 'html'}; charset=utf-8`)
    response.setHeader('Content-Security-Policy', "default-src 'none'; script-src 'self'; img-src data:")
    response.end(files[url])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    origin: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    close: () => server.close(),
  }
}

/** The sample that runs in each engine: sign in, render, create a campaign and build a report. */
export function engineSample(name: string, openEngine: () => Promise<EnginePage>) {
  describe(name, () => {
    let platform: PlatformProcess
    let page: EnginePage
    beforeAll(async () => {
      platform = await openPlatform()
      page = await openEngine()
    })
    afterEach(async () => {
      expect(await faultsOf(page)).toEqual([])
    })
    afterAll(async () => {
      await page?.close()
      await platform?.clear()
    })

    test("errors of a page's first script are recorded, and those of the previous page are not", async () => {
      const site = await openBreakingSite()
      await page.open(`${site.origin}/first`)
      await page.sees('heading', 'second')
      const errors = (await page.faults()).join('\n')
      site.close()
      for (const name of ['first', 'second']) expect(errors).toContain(`ad-error:  ${name}`)
      expect(errors).toContain('first broke')
      expect(errors).toContain('second broke')
    })

    test('notifications and popovers are as tall as their text', async () => {
      await page.open(`${platform.origin}/ui/overlays`)
      await page.press('button', 'Show all for one minute')
      await page.until('the notices', ({ all }) => all('.shelf:popover-open .toast').length === 4)
      expect(await brokenNow(page)).toEqual([])
      // The check must detect a stretched row.
      await page.evaluate(({ all }) => {
        for (const shelf of all('.shelf:popover-open')) shelf.style.height = `${shelf.offsetHeight + 150}px`
      })
      expect(await brokenNow(page)).toEqual([expect.stringContaining('the popover .shelf is')])
      await page.open(`${platform.origin}/ui/navigation`)
      await page.press('button', { pattern: ', explain calculation$' })
      await page.until('the explanation', ({ all }) => all('.explained:popover-open').length === 1)
      expect(await brokenNow(page)).toEqual([])
    })

    test('a user signs in to the console and sees their campaigns', async () => {
      await enterBy(page, platform, '/clients/1/advertisers/1/campaigns', manager)
      await page.sees('button', { pattern: '^Your account' })
      await page.until('rows with campaigns', ({ all }) => all('[role=row], tr').length > 3)
    })

    test('a campaign shows its days and figures', async () => {
      await page.press('link', { pattern: '^(?!.*(Overview|Campaigns)).*(Autumn|Winter|Spring|Summer|Brand|Weekend|Search|Always).*' })
      await page.until('the chart of the campaign', ({ all }) => all('svg path').some((one) => one.getBoundingClientRect().width > 100))
    })

    test('a campaign is created in the quick builder', async () => {
      await page.open(platform.origin + builderAddress)
      await page.press('radio', { pattern: '^Quick' })
      await page.press('button', 'Start')
      await page.fill({ pattern: '^Campaign name' }, `Quick in ${name}`)
      await page.press('field', { pattern: '^Channel' })
      await page.until('a channel', ({ all, press }) => {
        const [first] = all('[role=option]').filter((one) => one.checkVisibility())
        if (first) press(first)
        return first !== undefined
      })
      await page.press('radio', { pattern: '^Always on' })
      await page.press('button', 'Continue')
      for (let chosen = 0; chosen < 3; chosen += 1)
        await page.until('an entity to choose', ({ find, press }) => {
          const [box] = find('checkbox', { pattern: '^Select (?!all)' }).filter(
            (one) => !(one instanceof HTMLInputElement ? one.checked : one.ariaChecked === 'true'),
          )
          if (box) press(box)
          return box !== undefined
        })
      await page.sees('tab', { pattern: '^Selected ?3' })
      await page.press('button', 'Continue')
      await page.fill({ pattern: 'Daily budget' }, '240')
      await page.fill({ pattern: 'Base bid' }, '0.85')
      await page.press('button', 'Continue')
      await page.press('button', 'Submit campaign')
      await page.sees('heading', 'Campaign submitted')
    })

    test('a report is built, broken down and read', async () => {
      await page.open(`${platform.origin}/clients/1/advertisers/1/reporting?context=campaign`)
      await page.press('button', 'Add dimension')
      await page.sees('dialog', { pattern: '^Group the report by' })
      await page.sees('checkbox', 'Device')
      expect(await brokenNow(page)).toEqual([])
      await page.press('checkbox', 'Device')
      await page.until('the split in the address', () => /dimensions=[^&]*device/.test(location.search))
      await page.until('rows of the report', ({ all }) => all('[role=row]').filter((row) => /\d/.test(row.textContent ?? '')).length > 1)
    })

    test("the chart on a partner's page is drawn", async () => {
      await page.open(`${platform.origin}/embedded/clients/1/chart`)
      await page.until('the lines of the chart', ({ all }) => all('svg path').some((one) => one.getBoundingClientRect().width > 100))
    })
  })
}
