import { expect, type Page, test } from 'playwright/test'
import { hardToUse } from '../support/axe.ts'
import { emptyPlatform, pictures, press } from '../support/gallery-page.ts'

const platform = emptyPlatform()

/** What can be open, and how one gets there. */
const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a form': (page) => press(page, 'With a field'),
  'much to read': (page) => press(page, 'With much to read'),
  'what must be answered': (page) => press(page, 'That must be answered'),
  'a question': (page) => press(page, 'Close account'),
  'a question in a dialog': async (page) => {
    await press(page, 'That asks again')
    await press(page, 'Delete')
  },
  'a drawer': (page) => press(page, 'Drawer'),
  'a popover': (page) => press(page, 'Return on ad spend'),
  'a menu': async (page) => {
    await press(page, 'More for this campaign')
    await page.getByRole('menuitem', { name: 'Open' }).waitFor()
  },
  'a tooltip': async (page) => {
    await page.getByRole('button', { name: 'Hover or focus' }).focus()
    await page.getByRole('tooltip').filter({ visible: true }).waitFor()
  },
  notices: (page) => press(page, 'All, for a minute'),
  'notices above a dialog': async (page) => {
    await press(page, 'All, for a minute')
    await press(page, 'With a field')
  },
  'a lifted row': (page) => page.getByRole('button', { name: 'Move Entities', exact: true }).first().press('Space'),
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const [what, go] of Object.entries(ways))
    test(`${what} in ${colorScheme}: everybody can use it, on a wide page and a narrow one`, async ({ browser }) => {
      const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' })
      const heard: string[] = []
      page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
      page.on('pageerror', (error) => heard.push(error.message))
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 760 })
        await page.goto(`${platform.origin}/ui/overlays`)
        await page.getByRole('button', { name: 'With a field' }).waitFor()
        await go(page)
        expect(await hardToUse(page)).toEqual([])
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await page.screenshot({ path: `${pictures}overlay-${what.replaceAll(' ', '-')}-${width}-${colorScheme}.png` })
      }
      expect(heard).toEqual([])
      await page.close()
    })
