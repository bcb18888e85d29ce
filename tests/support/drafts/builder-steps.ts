import type { FrameLocator, Page } from 'playwright/test'
import { expect } from '../browser/expect.ts'
import { builderAddress } from './builder-address.ts'

type Container = Page | FrameLocator

export { builderAddress }

export const draftIn = (page: Page) => new URL(page.url()).searchParams.get('draft') ?? ''

/** Waits until the typed values are saved on the platform. */
export const saved = (container: Container) => expect(container.locator('[data-saving=saved]')).toContainText('Saved')

/** Starts a new campaign in one of the flows. */
export async function begin(container: Container, label: string) {
  await container.getByText(label, { exact: true }).click()
  await container.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(container.getByRole('button', { name: 'Exit' })).toBeVisible()
}

/** Fills in the name and channel, and chooses "Always on". */
export async function fillBasics(container: Container, name: string) {
  await container.getByLabel('Campaign name').fill(name)
  await container.getByLabel('Channel').click()
  await container.getByRole('option').first().click()
  await container.getByText('Always on', { exact: true }).click()
}

/** Continues, and waits for the next step or a field with an error. A selection that is being saved delays both. */
export async function goOn(container: Container) {
  const onward = container.getByRole('button', { name: 'Continue', exact: true })
  const name = await container.locator('form.builder-form').getAttribute('aria-label')
  // A message that appears on blur may move the button, so the field loses focus before the click.
  await onward.focus()
  await onward.click()
  await expect(container.locator(`form.builder-form[aria-label="${name}"]:not(:has([aria-invalid=true]))`)).toHaveCount(0)
  await expect(container.locator('.waiting, .skeleton')).toHaveCount(0)
}

export async function chooseEntities(container: Container, count: number) {
  const boxes = container.getByRole('checkbox', { name: /^Select (?!all)/ })
  await expect(boxes.first()).toBeVisible()
  for (let at = 0; at < count; at += 1) await boxes.nth(at).click()
  await expect(container.getByRole('tab', { name: `Selected ${count}` })).toBeVisible()
}

/** Fills in the daily budget and the base bid. */
export async function fillMoney(container: Container, { budget, bid }: { readonly budget: string; readonly bid: string }) {
  await container.getByLabel(/Daily budget/).fill(budget)
  await container.getByLabel(/Base bid/).fill(bid)
}

/** Submits the campaign from the review step; returns its id. */
export async function submit(container: Container): Promise<number> {
  await container.getByRole('button', { name: 'Submit campaign' }).dblclick()
  await expect(container.getByRole('heading', { name: 'Campaign submitted' })).toBeVisible({ timeout: 60_000 })
  const href = await container.getByRole('link', { name: 'View campaign' }).getAttribute('href')
  return Number(/\d+$/.exec(href ?? '')?.[0])
}

/** The value of a row in the review. */
export const reviewed = (container: Container, name: string) =>
  container.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd')
