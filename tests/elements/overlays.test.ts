import { button, dialog, gallery, inGallery, open, pressButton } from '../support/elements/gallery.ts'
import { eventually } from '../support/elements/page-parts.ts'
import { expect, person, press } from '../support/elements/person.ts'
import { describe, it } from '../support/elements/suite.ts'

const notices = () => person.getByRole('region', { name: 'Notifications' })

async function openScreen(look?: Parameters<typeof open>[1]) {
  await open('overlays', look)
  await button('With a field').waitFor()
}

/** Sets the visible part of a frame, as its host would. */
function seeOnly(top: number, height: number) {
  document.documentElement.style.setProperty('--ad-viewport-top', `${top}px`)
  document.documentElement.style.setProperty('--ad-viewport-height', `${height}px`)
}

describe('overlays', () => {
  inGallery()

  it('a dialog focuses its field, keeps the focus inside, and returns it on Escape', async () => {
    await openScreen()
    await pressButton('With a field')
    await expect(person.getByLabel('Name', { exact: true })).toBeFocused()
    for (let times = 0; times < 8; times += 1) {
      await press('Tab')
      const active = gallery().shadowRoot?.activeElement
      expect(active && !active.closest('dialog')).not.to.equal(true)
    }
    await press('Escape')
    await expect(dialog('Rename campaign')).toBeHidden()
    await expect(button('With a field')).toBeFocused()
  })

  it('a click outside closes a dialog, unless it started inside', async () => {
    await openScreen()
    await pressButton('With a field')
    const field = await person.getByLabel('Name', { exact: true }).boundingBox()
    await person.mouse.move((field?.x ?? 0) + 20, (field?.y ?? 0) + 10)
    await person.mouse.down()
    await person.mouse.move(20, 400)
    await person.mouse.up()
    await expect(dialog('Rename campaign')).toBeVisible()
    await person.mouse.click(20, 400)
    await expect(dialog('Rename campaign')).toBeHidden()
  })

  it('a dialog without a close button ignores Escape and a click outside', async () => {
    await openScreen()
    await pressButton('No close button')
    const shown = dialog('Are you still there?')
    for (let times = 0; times < 4; times += 1) await press('Escape')
    await person.mouse.click(20, 400)
    for (let times = 0; times < 3; times += 1) await press('Escape')
    await expect(shown).toBeVisible()
    await expect(shown.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await pressButton('Continue')
    await expect(shown).toBeHidden()
  })

  it('the page behind a dialog does not scroll', async () => {
    await openScreen({ width: 900, height: 500 })
    await pressButton('Long text')
    const scrolled = scrollY
    await person.mouse.move(10, 250)
    await person.mouse.wheel(0, 400)
    await press('Tab')
    await expect(person.getByRole('region', { name: /What happens/ })).toHaveCount(1)
    expect(scrollY).to.equal(scrolled)
    expect(document.querySelectorAll('style').length).to.equal(0)
    await press('Escape')
    await eventually(async () => {
      await person.mouse.wheel(0, 100)
      expect(scrollY).to.be.greaterThan(scrolled)
    })
  })

  it('a confirmation in a dialog comes first, and Escape answers no', async () => {
    await openScreen()
    await pressButton('Second confirmation')
    await pressButton('Delete')
    await expect(dialog('Delete 3 campaigns?')).toBeVisible()
    await expect(dialog('Delete 3 campaigns?').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press('Escape')
    await expect(dialog('Delete 3 campaigns?')).toBeHidden()
    await expect(dialog('Three campaigns')).toBeVisible()
    await expect(button('Delete')).toBeFocused()
    await press('Enter')
    await pressButton(/^Delete campaigns/)
    await press('Escape')
  })

  it('a dangerous action needs a typed word', async () => {
    await openScreen()
    await pressButton('Close account')
    await expect(person.getByRole('dialog').getByRole('textbox')).toBeVisible()
    await person.keyboard.type('Sea')
    await press('Enter')
    await expect(person.getByRole('alert').filter({ hasText: 'doesn’t match' })).toBeVisible()
    await person.keyboard.type('bright')
    await press('Enter')
    await expect(person.getByText('Answered: Yes')).toBeVisible()
  })

  it('in a tall frame a dialog and a notification open in its visible part', async () => {
    await openScreen({ width: 900, height: 2400 })
    seeOnly(1200, 600)
    await pressButton('With a field')
    const box = await person.getByRole('heading', { name: 'Rename campaign' }).boundingBox()
    expect(box?.y).to.be.within(1200, 1800)
    await press('Escape')
    await pressButton('Success')
    const toast = await person.getByText('3 campaigns paused').last().boundingBox()
    expect(toast?.y).to.be.within(1600, 1800)
  })

  it('a low frame requests more height only while a dialog is open', async () => {
    await openScreen({ width: 900, height: 300 })
    seeOnly(0, 300)
    const reserved = () => getComputedStyle(document.body).minHeight
    const before = reserved()
    await pressButton('Close account')
    await eventually(() => expect(Number.parseFloat(reserved())).to.be.greaterThan(350))
    await press('Escape')
    await eventually(() => expect(reserved()).to.equal(before))
  })

  it('Escape and leaving a popover close it, and the focus returns', async () => {
    await openScreen()
    await pressButton('Return on ad spend')
    const shown = dialog('Return on ad spend')
    await expect(shown).toBeFocused()
    await press('Escape')
    await expect(shown).toBeHidden()
    await expect(button('Return on ad spend')).toBeFocused()
    await press('Enter')
    for (let times = 0; times < 3; times += 1) await press('Tab')
    await expect(shown).toBeHidden()
    await expect(button('At the end')).toBeFocused()
  })

  it('equal notifications are shown once, and each can be closed above a dialog', async () => {
    await openScreen()
    await pressButton('Success')
    await expect(notices().getByText('3 campaigns paused')).toBeVisible()
    await press('Enter')
    await expect(notices().getByText('3 campaigns paused')).toHaveCount(1)
    await notices().getByRole('button', { name: 'Close' }).press('Enter')
    await expect(notices()).toBeHidden()
    await expect(button('Success')).toBeFocused()
    await openScreen()
    await pressButton('Show all for one minute')
    await expect(notices().getByRole('button', { name: 'Close' })).toHaveCount(4)
    await pressButton('With a field')
    await notices().getByRole('button', { name: 'Close' }).first().click()
    await expect(notices().getByRole('button', { name: 'Close' })).toHaveCount(3)
    await expect(dialog('Rename campaign')).toBeVisible()
  })

  it('a host can show a notification itself', async () => {
    await openScreen()
    gallery().addEventListener('ad-notice', (event) => event.preventDefault(), { once: true })
    await pressButton('Warning')
    await pressButton('Info')
    await expect(notices()).toContainText('A new version')
    await expect(notices()).not.toContainText('Signing Out')
  })

  it('a link is copied, and a notification says so', async () => {
    await openScreen()
    await pressButton('Copy link')
    await expect(notices()).toContainText('Link copied to clipboard')
    expect(await navigator.clipboard.readText()).to.equal(`${location.origin}/ui/overlays`)
  })

  it('the button and Control+Z undo once, and not a change made later', async () => {
    await openScreen()
    await pressButton('Pause a campaign')
    await press('Enter')
    await expect(person.getByText('Paused: 2')).toBeVisible()
    await press('Control+z')
    await expect(person.getByText('Paused: 1')).toBeVisible()
    await pressButton('Undo')
    await expect(person.getByText('Paused: 0')).toBeVisible()
    await press('Control+z')
    await expect(person.getByText('Paused: 0')).toBeVisible()
    await pressButton('Pause a campaign that changes meanwhile')
    await pressButton('Undo')
    await expect(person.getByText('There are newer changes').last()).toBeVisible()
    await expect(person.getByText('Paused: 1')).toBeVisible()
    await pressButton('Undo anyway')
    await expect(person.getByText('Paused: 0')).toBeVisible()
  })

  it('a long task is cancelled, fails and is retried, and its result stays', async () => {
    await openScreen()
    await pressButton('Start a failing task')
    await expect(notices()).toContainText('Failed')
    await pressButton('Change bids')
    await pressButton('1 task is running')
    const tasks = dialog('Tasks')
    await expect(tasks.getByText(/of 3,000/)).toBeVisible()
    await tasks.getByRole('button', { name: 'Cancel' }).focus()
    await press('Enter')
    await expect(tasks.getByText('Canceled')).toBeVisible()
    await tasks.getByRole('button', { name: 'Try again' }).last().focus()
    await press('Enter')
    await expect(tasks.getByRole('progressbar', { name: 'Change 3,000 bids' })).toHaveAttribute('aria-valuenow', '100')
    await expect(tasks.getByRole('button', { name: 'View' })).toBeVisible()
    await tasks.getByRole('button', { name: 'Dismiss Load the ledger' }).focus()
    await press('Enter')
    await expect(tasks.getByText('Load the ledger')).toBeHidden()
  })

  it('a notification that appears while its dialog closes is shown', async () => {
    await openScreen()
    await pressButton('Success')
    await notices().getByRole('button', { name: 'Close' }).click()
    await expect(notices().getByRole('button')).toHaveCount(0)
    await pressButton('With a field')
    await expect(dialog('Rename campaign')).toBeVisible()
    await pressButton('Continue')
    await expect(dialog('Rename campaign')).toBeHidden()
    await expect(person.getByText('Renamed').last()).toBeVisible()
    await expect(button('With a field')).toBeVisible()
  })
})
