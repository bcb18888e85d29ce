import { currentPath, fitsWidth, gallery, goBack, inGallery, expectAccessible, look, open } from '../support/elements/gallery.ts'
import { eventually } from '../support/elements/page-parts.ts'
import { expect, person, press } from '../support/elements/person.ts'
import { describe, it } from '../support/elements/suite.ts'
import { focusedElement } from '../support/elements/table.ts'

async function openScreen(query = '', width = 1440) {
  await open(`navigation${query}`, { width, height: 900 })
  await person.getByRole('tablist', { name: 'Campaign' }).waitFor()
}

const tab = (name: string) => person.getByRole('tablist', { name: 'Campaign' }).getByRole('tab', { name })
const isPath = (path: RegExp) => eventually(() => expect(currentPath()).to.match(path))

const focusedName = () => {
  const node = focusedElement()
  return (node?.getAttribute('aria-label') ?? node?.textContent ?? '').trim()
}
const isFocusOn = (name: string) => eventually(() => expect(focusedName()).to.equal(name))

/** Presses Tab until an element with this name has the focus. */
async function goTo(name: string | RegExp, maxPresses = 60) {
  const isThere = () => (typeof name === 'string' ? focusedName() === name : name.test(focusedName()))
  for (let pressed = 0; pressed < maxPresses && !isThere(); pressed += 1) await press('Tab')
  expect(isThere(), `the keyboard comes to ${name}`).to.equal(true)
}

describe('navigation components', () => {
  inGallery()

  it('arrows move between tabs, and the path names the open one', async () => {
    await openScreen()
    await goTo('Overview')
    await press('ArrowRight')
    await expect(tab('Ad groups')).toBeFocused()
    await isPath(/^navigation\?tab=ad_groups$/)
    await expect(person.getByRole('tabpanel')).toHaveText('341 ad groups.')
    await press('End')
    await isPath(/tab=history/)
    await press('ArrowLeft')
    await expect(tab('Budget')).toBeFocused()
    await isPath(/tab=history/)
    await expect(tab('Budget')).toHaveAttribute('aria-disabled', 'true')
    await press('ArrowLeft')
    await isPath(/tab=targeting/)
    await press('Tab', 'Tab')
    await person.keyboard.type('not lost')
    goBack()
    await expect(tab('History')).toHaveAttribute('aria-selected', 'true')
    gallery().setAttribute('path', 'navigation?tab=targeting')
    await expect(person.getByLabel('Draft')).toHaveValue('not lost')
    await openScreen('?tab=targeting')
    await expect(tab('Targeting')).toHaveAttribute('aria-selected', 'true')
  })

  it('an unknown tab in the path opens the first', async () => {
    await openScreen('?tab=nowhere')
    await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  })

  it('a row of tabs that is too long scrolls the focused one into view', async () => {
    await openScreen('', 360)
    await goTo(/^Zielgruppen/)
    await press('End')
    await expect(person.getByRole('tab', { name: /Abrechnung/ })).toBeInViewport({ ratio: 0.99 })
    await fitsWidth()
  })

  it('only completed steps other than the current one can be pressed', async () => {
    await openScreen()
    const steps = person.getByRole('navigation', { name: 'Create campaign' })
    await expect(steps.getByRole('button')).toHaveText([/Basics/, /Hotels/, /Targeting/])
    await expect(steps.locator('[aria-current=step]')).toContainText('Budget and schedule')
    await goTo(/^.?completed: Basics/)
    await press('Enter')
    await isPath(/step=step-basic-info/)
    await expect(steps.locator('[aria-current=step]')).toContainText('Basics')
    await expect(steps.getByRole('button')).toHaveText([/Hotels/, /Targeting/])
    goBack()
    await expect(steps.locator('[aria-current=step]')).toContainText('Budget and schedule')
    await openScreen('?step=step-review')
    await expect(steps.locator('[aria-current=step]')).toContainText('Budget and schedule')
  })

  it('on a narrow page steps are one line, with a list on demand', async () => {
    await openScreen('', 360)
    await goTo(/^Budget and schedule\s*Step 4 of 6$/)
    await press('Enter')
    const list = person.getByRole('group', { name: /All steps/ })
    await expect(list.getByRole('listitem')).toHaveCount(6)
    await expectAccessible()
    await press('Escape')
    await expect(list).toHaveCount(0)
    await press('Enter', 'Tab', 'Tab', 'Enter')
    await isPath(/step=step-3/)
    await isFocusOn('Hotels Step 2 of 6')
  })

  it('breadcrumbs are links, and on a narrow page the middle ones are shown on demand', async () => {
    await openScreen()
    const way = person.getByRole('navigation', { name: 'Breadcrumb' })
    const far = person.getByRole('navigation', { name: 'Deep page' })
    await expect(way.getByRole('link')).toHaveAttribute('href', '/ui')
    await expect(way.locator('[aria-current=page]')).toHaveText('Navigation')
    await expect(far.getByRole('link')).toHaveCount(5)
    await look({ width: 360, height: 900 })
    await expect(far.getByRole('link')).toHaveCount(2)
    await goTo('More breadcrumbs')
    await press('Enter')
    await expect(person.getByRole('group', { name: 'More breadcrumbs' }).getByRole('link')).toHaveText([
      'Clients',
      'Harborline Stays',
      'Advertisers',
    ])
    await expectAccessible()
    await press('Escape')
    await isFocusOn('More breadcrumbs')
    await look({ width: 1440, height: 900 })
    await press('Shift+Tab')
    await goTo('Gallery')
    await press('Enter')
    await isPath(/^$/)
    goBack()
    await expect(way).toBeVisible()
  })

  it('a figure shows how it is calculated, and links to its rows', async () => {
    await openScreen()
    await goTo(/^5\.78×/)
    await press('Enter')
    const said = person.getByRole('group', { name: 'How Return on ad spend is calculated' })
    await expect(said).toContainText('revenue / spend')
    await expect(said).toContainText('$371,204.10')
    await expect(said).toContainText('Pacific Time')
    await expectAccessible()
    await press('Escape')
    await expect(said).toHaveCount(0)
    await press('Enter', 'Tab', 'Enter')
    await isPath(/rows=return_on_ad_spend/)
  })

  it('an abbreviated amount shows the full one on focus', async () => {
    const shown = (text: string) => person.getByRole('tooltip').filter({ visible: true, hasText: text })
    await openScreen()
    await goTo(/\$64,218,455\.25$/)
    await expect(shown('$64,218,455.25')).toBeVisible()
    await press('Tab')
    await expect(shown('24,286,318')).toBeVisible()
    await expect(shown('$64,218,455.25')).toBeHidden()
  })
})
