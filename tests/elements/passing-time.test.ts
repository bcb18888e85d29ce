import { button, inGallery, open, pressButton } from '../support/elements/gallery.ts'
import { expect, person, press } from '../support/elements/person.ts'
import { describe, it } from '../support/elements/suite.ts'

describe('notices', () => {
  inGallery()

  it('a notification disappears by itself, but not while it contains the focus', async () => {
    // The rest of this page has a fixed clock.
    await person.clock.install()
    await open('overlays')
    const notices = person.getByRole('region', { name: 'Notifications' })
    await pressButton('Success')
    await expect(notices.getByText('3 campaigns paused')).toBeVisible()
    await person.clock.fastForward(3000)
    await expect(notices).toBeHidden()
    await pressButton('Error')
    await notices.getByRole('button', { name: 'Close' }).focus()
    // Longer steps would exceed the timeout of the page's messages to the test runner.
    for (let passed = 0; passed < 60_000; passed += 15_000) await person.clock.fastForward(15_000)
    await expect(notices.getByText('Budget not saved')).toBeVisible()
    await press('Enter')
    await expect(notices).toBeHidden()
    await expect(button('Error')).toBeFocused()
  })
})
