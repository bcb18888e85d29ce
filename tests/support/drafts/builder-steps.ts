import { expect, type FrameLocator, type Page } from 'playwright/test'
import { builderAddress } from './builder-address.ts'

type Place = Page | FrameLocator

export { builderAddress }

export const draftIn = (page: Page) => new URL(page.url()).searchParams.get('draft') ?? ''

/** Waits until the typed values are saved on the platform. */
export const saved = (place: Place) => expect(place.locator('[data-saving=saved]')).toContainText('Saved')

/** Starts a new campaign in one of the flows. */
export async function begin(place: Place, label: string) {
  await place.getByText(label, { exact: true }).click()
  await place.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(place.getByRole('button', { name: 'Exit' })).toBeVisible()
}

/** Fills in the name and channel, and chooses "Always on". */
export async function fillBasics(place: Place, name: string) {
  await place.getByLabel('Campaign name').fill(name)
  await place.getByLabel('Channel').click()
  await place.getByRole('option').first().click()
  await place.getByText('Always on', { exact: true }).click()
}

export async function goOn(place: Place) {
  const onward = place.getByRole('button', { name: 'Continue', exact: true })
  // A message that appears on blur may move the button, so the field loses focus before the click.
  await onward.focus()
  await onward.click()
  await expect(place.locator('.waiting, .skeleton')).toHaveCount(0)
}

export async function chooseEntities(place: Place, count: number) {
  const boxes = place.getByRole('checkbox', { name: /^Select (?!all)/ })
  await expect(boxes.first()).toBeVisible()
  for (let at = 0; at < count; at += 1) await boxes.nth(at).click()
  await place.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(place.getByRole('tab', { name: `Selected ${count}` })).toBeVisible()
}

/** Fills in the daily budget and the base bid. */
export async function fillMoney(place: Place, { budget, bid }: { readonly budget: string; readonly bid: string }) {
  await place.getByLabel(/Daily budget/).fill(budget)
  await place.getByLabel(/Base bid/).fill(bid)
}

/** Submits the campaign from the review step; returns its id. */
export async function submit(place: Place): Promise<number> {
  await place.getByRole('button', { name: 'Submit campaign' }).dblclick()
  await expect(place.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible({ timeout: 60_000 })
  const href = await place.getByRole('link', { name: 'View campaign' }).getAttribute('href')
  return Number(/\d+$/.exec(href ?? '')?.[0])
}

/** The value of a row in the review. */
export const reviewed = (place: Place, name: string) =>
  place.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd')
