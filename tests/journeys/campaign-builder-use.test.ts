import { expect, test } from 'playwright/test'
import { begin, builderAddress, chooseEntities, fillBasics, fillMoney, goOn, saved } from '../support/builder-hands.ts'
import { entered, look } from '../support/console-visit.ts'
import { pictures } from '../support/gallery-page.ts'
import { openGuestPage } from '../support/guest-page.ts'
import { personToken } from '../support/person-token.ts'
import { type PlatformProcess, startPlatformProcess } from '../support/platform-process.ts'

const manager = 'ailsa.murray@fernhill.example'
let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(300_000)
  platform = await startPlatformProcess()
})
test.afterAll(() => platform?.clear())

for (const theme of ['light', 'dark'] as const)
  test(`every step reads well at any width, in ${theme}`, async ({ browser }) => {
    const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager, options: { colorScheme: theme } })
    const name = (step: string) => `${pictures}builder-${step}-${theme}`
    await look(page, name('start'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await begin(page, 'Quick')
    await fillBasics(page, 'Looked at')
    await saved(page)
    await look(page, name('basics'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await chooseEntities(page, 2)
    await look(page, name('entities'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await fillMoney(page, { budget: '240', bid: '0.85' })
    await saved(page)
    await look(page, name('money'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await goOn(page)
    await expect(page.getByRole('button', { name: 'Submit campaign' })).toBeVisible()
    await look(page, name('review'))
    await context.close()
  })

test('by keyboard alone, from the first place to the step with entities', async ({ browser }) => {
  const { context, page } = await entered(platform, browser, { address: builderAddress, email: manager })
  await page.getByRole('radio', { name: /Quick/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Start', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Campaign name').focus()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /From and until/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /Always on/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /^Chosen/ })).toBeVisible()
  await context.close()
})

test("on a partner's page the builder speaks by events, and the host may stop the submission", async ({ page, browser }) => {
  const token = await personToken(browser, platform, manager)
  await openGuestPage(page, platform, {
    body: '<main><ad-campaign-builder client-id="1" advertiser-id="1" locale="en-US"></ad-campaign-builder></main>',
    own: `window.heard = []
const builder = document.querySelector('ad-campaign-builder')
builder.getToken = async () => ({ access_token: '${token}', expires_at: Date.now() / 1000 + 300 })
for (const type of ['ad-campaign-draft-saved', 'ad-before-submit', 'ad-campaign-submitted'])
  builder.addEventListener(type, (event) => {
    window.heard.push(type)
    if (type === 'ad-before-submit' && window.heard.filter((one) => one === type).length === 1) event.preventDefault()
  })`,
  })
  await begin(page, 'Quick')
  await fillBasics(page, 'On a partner’s page')
  await saved(page)
  await goOn(page)
  await chooseEntities(page, 1)
  await goOn(page)
  await fillMoney(page, { budget: '50', bid: '0.60' })
  await goOn(page)
  await saved(page)
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard'))
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect.poll(heard).toContain('ad-before-submit')
  await expect(page.getByRole('button', { name: 'Submit campaign' })).toBeVisible()
  expect(await heard()).not.toContain('ad-campaign-submitted')
  await page.getByRole('button', { name: 'Submit campaign' }).click()
  await expect(page.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible()
  expect(await heard()).toContain('ad-campaign-submitted')
})
