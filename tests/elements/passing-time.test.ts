import '/dist/placard.js'
import { button, dialog, inGallery, open, pressButton } from '../support/elements/gallery.ts'
import { inside, next, put, until } from '../support/elements/page-parts.ts'
import { expect, person, press } from '../support/elements/person.ts'
import { before, describe, it } from '../support/elements/suite.ts'

// The clock of this page moves on when a test says so, so that no test waits for it.
before(() => person.clock.install())

describe('notices', () => {
  inGallery()

  it('a notification disappears by itself, but not while it contains the focus', async () => {
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

describe('overlays', () => {
  inGallery()

  it('a busy dialog stays until the work ends', async () => {
    await open('overlays')
    await pressButton('Busy')
    const shown = dialog('Submitting')
    await press('Escape')
    await press('Escape')
    await expect(shown.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-busy', 'true')
    await person.clock.fastForward(4000)
    await press('Escape')
    await expect(shown).toBeVisible()
    await person.clock.fastForward(4000)
    await expect(shown).toBeHidden()
  })
})

describe('ad-frame', () => {
  inGallery()

  it('offers a retry when the frame does not answer, and accepts a late answer', async () => {
    const empty = () => put('ad-frame', { src: '/pages/empty', title: 'Nobody' })
    const frameOf = (element: Element) => until(() => element.shadowRoot?.querySelector('iframe'))
    const alert = (element: Element) => inside(element, '[role=alert]')
    const late = empty()
    const tried = empty()
    const first = await frameOf(late)
    await next(first, 'load')
    await person.clock.fastForward(9000)
    expect([late, tried].map(alert)).to.deep.equal([null, null])
    await person.clock.fastForward(1000)
    const retry = await until(() => alert(tried)?.querySelector('button'))
    expect(retry.textContent).to.equal('Try again')
    const before = await frameOf(tried)
    retry.click()
    await until(() => !alert(tried))
    expect(await frameOf(tried)).not.to.equal(before)
    await until(() => alert(late))
    expect(first.hidden).to.equal(true)
    const view = first.contentWindow as (Window & typeof globalThis) | null // a frame's window has the globals too
    view?.eval(`parent.postMessage({ ns: 'placard', type: 'hello', oldest: 1, newest: 1, nonce: 'a nonce that is late' }, '*')`)
    await until(() => !alert(late) && !first.hidden)
  })
})
