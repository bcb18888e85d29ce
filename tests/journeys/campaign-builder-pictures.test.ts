import { expect, type Page, test } from 'playwright/test'
import { begin, builderAddress, chooseEntities, fillBasics, fillMoney, goOn, reviewed, saved, submit } from '../support/builder-hands.ts'
import { entered } from '../support/console-visit.ts'
import { type PlatformProcess, openPlatform } from '../support/platform-process.ts'
import { png } from '../support/small-pictures.ts'

const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(300_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const place = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const give = (page: Page, at: string, name: string, mimeType: string, buffer: Buffer) =>
  place(page, at).getByLabel('Choose files').setInputFiles({ name, mimeType, buffer })
/** Whether a picture is drawn: its bytes came, and are those of a picture. */
const width = (page: Page, at: string) =>
  place(page, at)
    .getByRole('img', { name: `What was sent for ${at}` })
    .evaluate((node) => (node instanceof HTMLImageElement ? node.naturalWidth : 0))

test('pictures: what each place takes is said, what does not fit is told with what to do, and what was sent is shown and kept', async ({
  browser,
}) => {
  const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager })
  await page.getByLabel('Experience').click()
  await page.getByRole('option').first().click()
  await begin(page, 'Quick')
  await fillBasics(page, 'With pictures')
  await goOn(page)
  await chooseEntities(page, 1)
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  await expect(place(page, 'Picture')).toContainText('1200 × 628')
  await expect(place(page, 'Picture')).toContainText('PNG, JPEG, GIF, WebP, up to 700 kB')
  await goOn(page)
  await expect(page.getByRole('link', { name: /Add a picture for Picture/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Add a picture for Logo/ })).toBeVisible()
  await give(page, 'Picture', 'small.png', 'image/png', png(600, 314))
  await expect(place(page, 'Picture')).toContainText('It has 600 × 314 pixels. Make it 1200 × 628, then choose it again.')
  await place(page, 'Picture').getByRole('button', { name: 'Remove small.png' }).click()
  await give(page, 'Picture', 'notes.png', 'image/png', Buffer.from('no picture at all'))
  await expect(place(page, 'Picture')).toContainText('Its name says PNG, but its content is something else.')
  await place(page, 'Picture').getByRole('button', { name: 'Remove notes.png' }).click()
  await give(page, 'Picture', 'winter.png', 'image/png', png(1200, 628))
  await expect.poll(() => width(page, 'Picture')).toBe(1200)
  await give(page, 'Logo', 'logo.png', 'image/png', png(400, 400))
  await expect.poll(() => width(page, 'Logo')).toBe(400)
  await saved(page)
  await page.reload()
  await expect.poll(() => width(page, 'Picture')).toBe(1200)
  await place(page, 'Logo').getByRole('button', { name: 'Remove Logo' }).click()
  await expect(place(page, 'Logo').getByRole('img', { name: 'What was sent for Logo' })).toBeHidden()
  await give(page, 'Logo', 'logo.png', 'image/png', png(400, 400))
  await expect.poll(() => width(page, 'Logo')).toBe(400)
  await goOn(page)
  for (const one of ['Picture', 'Logo'])
    await expect(reviewed(page, 'Pictures').getByRole('img', { name: `What was sent for ${one}` })).toBeVisible()
  await submit(page)
  await context.close()
})

test('Enter in the filter of the list narrows it down and leaves the step open', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager })
  await begin(page, 'Quick')
  await fillBasics(page, 'Narrowed down')
  await goOn(page)
  await chooseEntities(page, 1)
  const step = new URL(page.url()).searchParams.get('step')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Your id' }).click()
  await page.getByLabel('Contains').fill('H-1-1147')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('step')).toBe(step)
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('tab', { name: /^Chosen/ })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('step')).toBe(step)
  await context.close()
})
