import { expect, type FrameLocator, type Page } from 'playwright/test'
import { builderAddress } from './builder-address.ts'

type Place = Page | FrameLocator

export { builderAddress }

/** The draft that the address names. */
export const draftIn = (page: Page) => new URL(page.url()).searchParams.get('draft') ?? ''

/** What was typed is on the platform. */
export const saved = (place: Place) => expect(place.locator('[data-saving=saved]')).toContainText('Saved')

/** Begins a new campaign on one of the ways. */
export async function begin(place: Place, way: string) {
  await place.getByText(way, { exact: true }).click()
  await place.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(place.getByRole('button', { name: 'Exit' })).toBeVisible()
}

/** Names it, says where it is shown, and that it runs until it is paused. */
export async function fillBasics(place: Place, name: string) {
  await place.getByLabel('Campaign name').fill(name)
  await place.getByLabel('Channel').click()
  await place.getByRole('option').first().click()
  await place.getByText('Always on', { exact: true }).click()
}

export async function goOn(place: Place) {
  const onward = place.getByRole('button', { name: 'Continue', exact: true })
  // What a field says when it is left may move the button: first it is left, then the button pressed.
  await onward.focus()
  await onward.click()
  await expect(place.locator('.waiting, .bones')).toHaveCount(0)
}

/** Chooses some entities one by one. */
export async function chooseEntities(place: Place, count: number) {
  const boxes = place.getByRole('checkbox', { name: /^Select (?!all)/ })
  await expect(boxes.first()).toBeVisible()
  for (let at = 0; at < count; at += 1) await boxes.nth(at).click()
  await place.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(place.getByRole('tab', { name: `Chosen ${count}` })).toBeVisible()
}

/** How much may be spent in a day, and what is bid for a click. */
export async function fillMoney(place: Place, { budget, bid }: { readonly budget: string; readonly bid: string }) {
  await place.getByLabel(/Daily budget/).fill(budget)
  await place.getByLabel(/Base bid/).fill(bid)
}

/** From the review to the campaign; gives its id. */
export async function submit(place: Place): Promise<number> {
  await place.getByRole('button', { name: 'Submit campaign' }).dblclick()
  await expect(place.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible({ timeout: 60_000 })
  const href = await place.getByRole('link', { name: 'See the campaign' }).getAttribute('href')
  return Number(/\d+$/.exec(href ?? '')?.[0])
}

/** What a value of the review says. */
export const reviewed = (place: Place, name: string) =>
  place.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd')
