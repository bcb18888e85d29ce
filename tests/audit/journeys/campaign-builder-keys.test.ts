import { type Page, test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { chooseFile, keptFocus, pressAt, tabTo, typeOver } from '../../support/browser/by-keys.ts'
import { apiAs, campaignPlatform, look } from '../../support/campaigns/campaign-page.ts'
import { openDraft } from '../../support/drafts/draft-page.ts'
import { png } from '../../support/world/small-images.ts'
import { press } from '../../support/ui/table-steps.ts'

campaignPlatform()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const draftNow = (path: string) => apiAs('dana')('GET', path)
const groupsNow = async (path: string) => (await draftNow(path)).ad_group_drafts
/** The current step in the stepper. */
const step = (page: Page) => page.locator('[aria-current=step]')
/** Sets the first focus; everything after it is by keyboard only. */
const begin = (page: Page) => button(page, 'Exit').focus()

test('a campaign template is selected with the keyboard only', async ({ page }) => {
  const { path } = await openDraft(page, { flow: 'templated', step: 'step-1', data: { name: '' } })
  const cards = page.getByRole('radiogroup', { name: 'Template' }).getByRole('radio')
  await cards.first().waitFor()
  await begin(page)
  await tabTo(page, cards.first())
  await press(page, 'Space')
  await expect(cards.first()).toBeChecked()
  const chosen = async () => (await draftNow(path)).campaign_template_id
  await expect.poll(chosen).not.toBeNull()
  const first = await chosen()
  await expect(cards.first()).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(cards.nth(1)).toBeChecked()
  await expect.poll(chosen).not.toBe(first)
  const from = await step(page).textContent()
  await pressAt(page, button(page, 'Continue'))
  await expect(step(page)).not.toHaveText(from ?? '')
  await keptFocus(page)
})

test('an ad group and attribution are filled in with the keyboard only', async ({ page }) => {
  const { path } = await openDraft(page, { flow: 'custom', step: 'step-ad-group', data: { budget: '120' } })
  await button(page, 'Add ad group').waitFor()
  await begin(page)
  await pressAt(page, button(page, 'Add ad group'))
  const editor = page.getByRole('dialog')
  await typeOver(page, editor.getByRole('textbox', { name: /^Name/ }), 'Coast by keys')
  await typeOver(page, editor.getByLabel(/Base bid/), '1.25')
  await typeOver(page, editor.getByLabel(/^Budget/), '30')
  const pacing = editor.getByRole('radiogroup', { name: 'Pacing' })
  await tabTo(page, pacing.getByRole('radio', { name: 'Same as campaign' }))
  await press(page, 'ArrowRight')
  const paces = [await pacing.getByRole('radio').nth(1).inputValue()]
  expect(['ASAP', 'Evenly']).toContain(paces[0])
  await pressAt(page, button(page, 'Save ad group'))
  await expect(editor).toHaveCount(0)
  await keptFocus(page)
  const [group] = await groupsNow(path)
  expect(group.data).toMatchObject({ name: 'Coast by keys', base_bid: '1.25', budget: '30', pacing: paces[0] })
  await pressAt(page, button(page, 'Edit Coast by keys'))
  await press(page, 'Escape')
  await expect(editor).toHaveCount(0)
  await expect(button(page, 'Edit Coast by keys')).toBeFocused()
  await pressAt(page, button(page, 'Continue'))
  await page.getByLabel('Days after a click').waitFor()
  await keptFocus(page)

  await typeOver(page, page.getByLabel('Days after a click'), '7')
  await tabTo(page, page.getByRole('radiogroup', { name: 'Customers' }).getByRole('radio', { checked: true }))
  await press(page, 'ArrowRight')
  await pressAt(page, button(page, 'Continue'))
  await button(page, 'Submit campaign').waitFor()
  await keptFocus(page)
  await expect.poll(async () => (await draftNow(path)).data.attribution).toMatchObject({ click_days: '7', user_history: 'new customers' })
  await tabTo(page, button(page, /^Edit Ad groups/))
  await press(page, 'Enter')
  await pressAt(page, button(page, 'Delete Coast by keys'))
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Delete ad group' }))
  await expect(button(page, 'Delete Coast by keys')).toHaveCount(0)
  await keptFocus(page)
  expect(await groupsNow(path)).toEqual([])
})

test('images are added and removed with the keyboard only, in light and dark at every width', async ({ page }) => {
  const { path } = await openDraft(page, { flow: 'simple', step: 'step-asset', isExperience: true })
  const region = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const give = (at: string, width: number, height: number) =>
    chooseFile(page, region(at).getByRole('button', { name: 'Choose files' }), {
      name: `${at}.png`,
      mimeType: 'image/png',
      buffer: png(width, height),
    })
  const sent = async () => (await draftNow(path)).data.pictures ?? []
  await region('Picture').waitFor()
  await begin(page)
  await give('Picture', 600, 314)
  await expect(region('Picture').getByRole('alert')).toContainText('Resize it to 1200 × 628')
  await keptFocus(page)
  await pressAt(page, region('Picture').getByRole('button', { name: 'Remove Picture.png' }))
  await expect(region('Picture').getByRole('alert')).toHaveCount(0)
  await keptFocus(page)
  await give('Picture', 1200, 628)
  await expect(region('Picture').getByRole('img', { name: 'Image for Picture' })).toBeVisible()
  await keptFocus(page)
  await give('Logo', 400, 400)
  await expect.poll(async () => (await sent()).length).toBe(2)
  await look(page, 'builder-pictures')
  await pressAt(page, button(page, 'Remove Logo'))
  await expect.poll(async () => (await sent()).length).toBe(1)
  await keptFocus(page)
  await give('Logo', 400, 400)
  await expect.poll(async () => (await sent()).length).toBe(2)
  // The screens never put two pictures into one slot, but another client may.
  const { version, data } = await draftNow(path)
  const twice = { data: { pictures: [...data.pictures, data.pictures[0]] } }
  await apiAs('dana')('PATCH', path, twice, { 'If-Match': `"${version}"` })
  await page.reload()
  await begin(page)
  await pressAt(page, button(page, 'Continue'))
  await expect(page.getByText('Choose one image for this placement')).toBeVisible()
  await keptFocus(page)
  await pressAt(page, button(page, 'Remove Picture'))
  await expect.poll(async () => (await sent()).length).toBe(1)
  await give('Picture', 1200, 628)
  await expect.poll(async () => (await sent()).length).toBe(2)
  await pressAt(page, button(page, 'Continue'))
  await expect(page.getByRole('img', { name: 'Image for Logo' })).toBeVisible()
  await keptFocus(page)
})
