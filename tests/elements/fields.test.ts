import { goBack, currentPath, gallery, inGallery, expectAccessible, open } from '../support/elements/gallery.ts'
import { givenDay } from '../support/elements/given-day.ts'
import { expect, person } from '../support/elements/person.ts'
import { describe, it } from '../support/elements/suite.ts'

async function openForm() {
  await open('fields')
  const form = person.getByRole('form', { name: 'A campaign' })
  await form.waitFor()
  return form
}
const address = 'dana@harborline.example'

describe('fields', () => {
  inGallery()

  it('with a touch screen, the segments of a choice are at least 44 pixels high', async () => {
    await openForm()
    const { shadowRoot } = gallery()
    for (const { cssRules } of shadowRoot?.adoptedStyleSheets ?? [])
      for (const rule of cssRules)
        if (rule instanceof CSSMediaRule && rule.conditionText === '(pointer: coarse)') rule.media.mediaText = 'all'
    const heights = [...(shadowRoot?.querySelectorAll('.segments > .choice') ?? [])].map((one) => one.getBoundingClientRect().height)
    expect(heights.length).to.be.greaterThan(0)
    expect(heights.filter((height) => height < 44)).to.deep.equal([])
  })

  it('a form is filled by keyboard, corrected from its error summary, and sent once', async () => {
    const form = await openForm()
    const { keyboard } = person
    const name = form.getByRole('textbox', { name: 'Campaign name' })
    const status = form.getByRole('status').filter({ hasText: 'Sent' })
    await name.focus()
    await keyboard.type('Lakeside winter escapes')
    await keyboard.press('Tab')
    await keyboard.type('dana@harborline')
    await keyboard.press('Tab')
    await keyboard.type('1234.567')
    await expect(form.getByText('This field accepts up to 2 decimal places').first()).toBeVisible()
    await keyboard.press('Tab')
    await expect(form.getByRole('textbox', { name: 'Budget' })).toHaveValue('1,234.56')
    await keyboard.type('25.00x')
    await expect(form.getByRole('textbox', { name: 'Maximum clicks' })).toHaveValue('2,500')
    await keyboard.press('Tab')
    await keyboard.type(givenDay(3).replaceAll('-', '/'))
    await keyboard.press('Tab')
    await expect(form.getByRole('textbox', { name: 'Start date' })).toHaveValue('Nov 24, 2026')
    await keyboard.press('Tab')
    const chosen = form.getByRole('combobox', { name: 'Channels' })
    await expect(chosen).toBeFocused()
    for (const key of ['Enter', 'ArrowDown', 'Enter', 'Escape']) await keyboard.press(key)
    await expect(person.getByRole('dialog')).toHaveCount(0)
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.type('harborline.example/rooms')
    await keyboard.press('Tab')
    await expect(form.getByRole('textbox', { name: 'Landing page URL' })).toHaveValue('https://harborline.example/rooms')
    await keyboard.press('Space')
    await keyboard.press('ArrowRight')
    await expect(form.getByRole('radio', { name: 'Weekly' })).toBeChecked()
    await keyboard.press('Tab')
    await keyboard.type(`${address}`)
    await keyboard.press('Tab')
    await keyboard.type(`rui@harborline.example,`)
    await expect(form.getByRole('button', { name: /^Remove/ })).toHaveCount(2)
    // Enter in the list of addresses adds one without submitting; Enter in the name field submits.
    await keyboard.press('Enter')
    await expect(status).toContainText('Sent 0 times')
    await expect(form.getByRole('region')).toHaveCount(0)
    await name.focus()
    await keyboard.press('Enter')

    const summary = form.getByRole('region', { name: 'Fix 2 fields to continue' })
    await expect(summary).toBeFocused()
    await expect(status).toContainText('Sent 0 times')
    await expectAccessible()
    await keyboard.press('Tab')
    await expect(summary.getByRole('link', { name: 'Owner: A proper email is required' })).toBeFocused()
    await keyboard.press('Enter')
    const owner = form.getByRole('textbox', { name: 'Owner' })
    await expect(owner).toBeFocused()
    await expect(owner).toHaveAccessibleDescription('A proper email is required')
    await keyboard.press('End')
    await keyboard.type('.example')
    await expect(owner).toHaveAccessibleDescription('')
    const accepted = form.getByRole('checkbox', { name: 'I have read the insertion order' })
    await accepted.focus()
    await keyboard.press('Space')
    await name.focus()
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await expect(status).toHaveText('Sent 1 time. Nothing changed.')
    await expect(form.getByRole('region')).toHaveCount(0)
  })

  it('a refused value is marked at its field, and a double click sends once', async () => {
    const form = await openForm()
    const name = form.getByRole('textbox', { name: 'Campaign name' })
    const status = form.getByRole('status').filter({ hasText: 'Sent' })
    await name.fill('Taken')
    await form.getByRole('textbox', { name: 'Owner' }).fill(address)
    await form.getByRole('textbox', { name: 'Budget' }).fill('0.2')
    await form.getByRole('textbox', { name: 'Start date' }).fill(givenDay(3))
    await form.getByRole('combobox', { name: 'Channels' }).click()
    await person.getByRole('option').first().click()
    await person.keyboard.press('Escape')
    await form.getByText('Daily', { exact: true }).click()
    await form.getByText('I have read the insertion order').click()
    const create = form.getByRole('button', { name: 'Create campaign' })
    await create.dblclick()
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(/This name is already in use. Choose another./)
    await expect(status).toHaveText('Sent 1 time. Changed.')
    await name.fill('Free')
    await create.dblclick()
    await expect(status).toHaveText('Sent 2 times. Nothing changed.')
    await create.dblclick()
    await expect(status).toHaveText('Sent 2 times. Nothing changed.')
  })

  it('a link, the back button and closing the page ask before unsaved changes are lost', async () => {
    await open('choosing')
    await person.getByRole('link', { name: 'Fields' }).click()
    const form = person.getByRole('form', { name: 'A campaign' })
    const name = form.getByRole('textbox', { name: 'Campaign name' })
    await name.fill('Lakeside')
    const question = person.getByRole('dialog', { name: 'Leave without saving?' })

    await person.getByRole('link', { name: 'Tables' }).press('Enter')
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
    await expect(question).toHaveAccessibleDescription('Your unsaved changes will be lost: Campaign name.')
    await expectAccessible()
    await person.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('Lakeside')

    goBack()
    await question.getByRole('button', { name: 'Stay' }).press('Enter')
    await expect(name).toHaveValue('Lakeside')
    expect(gallery().getAttribute('path')).to.equal('fields')

    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).to.equal(true)

    await person.getByRole('link', { name: 'Tables' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(form).toHaveCount(0)
    expect(currentPath()).to.equal('tables')
    await person.getByRole('link', { name: 'Fields' }).click()
    await expect(name).toHaveValue('')
    await person.getByRole('link', { name: 'Tables' }).click()
    await expect(form).toHaveCount(0)
  })

  it('the error summary is not covered by a sticky header of the page', async () => {
    const form = await openForm()
    const headerHeight = 64
    document.documentElement.style.setProperty('--ad-sticky-top', `${headerHeight}px`)
    await form.getByRole('textbox', { name: 'Campaign name' }).focus()
    await form.evaluate((node) => node.scrollIntoView())
    await person.keyboard.press('Enter')
    const summary = form.getByRole('region', { name: /^Fix \d+ fields to continue/ })
    await expect(summary).toBeFocused()
    expect((await summary.boundingBox())?.y).to.be.at.least(headerHeight)
  })

  it('a field without a note reserves no line for one', async () => {
    const form = await openForm()
    const owner = await form.getByRole('textbox', { name: 'Owner' }).boundingBox()
    const next = await form
      .getByText(/^Budget/)
      .first()
      .boundingBox()
    expect((next?.y ?? 0) - (owner?.y ?? 0) - (owner?.height ?? 0)).to.be.within(8, 24)
  })

  it('small text has additional space between words', async () => {
    const form = await openForm()
    await expect(form.getByText('I have read the insertion order')).toHaveCSS('word-spacing', '0.65px')
  })

  it('a busy button keeps its width and the size of its spinner', async () => {
    const widthOf = (node: Element) => node.getBoundingClientRect().width
    await open('')
    for (const name of ['Saving', 'Saving as CSV']) {
      const busy = person.getByRole('button', { name, exact: true })
      const width = await busy.evaluate(widthOf)
      const spinner = busy.locator('.spin')
      await expect(spinner).toHaveCSS('width', '12px')
      await spinner.evaluate((node) => node.remove())
      expect(await busy.evaluate(widthOf)).to.equal(width)
    }
  })

  it('a password can be shown, and each fulfilled requirement is ticked', async () => {
    await openForm()
    const field = person.locator('.password').filter({ hasText: 'New password*' })
    const password = field.getByLabel('New password')
    await expect(password).toHaveAttribute('type', 'password')
    await expect(field.getByRole('img', { name: 'Met:' })).toHaveCount(3)
    await password.fill('Lakeside-1')
    await expect(field.getByRole('img', { name: 'Met:' })).toHaveCount(5)
    await field.getByRole('button', { name: 'Show the password' }).press('Enter')
    await expect(password).toHaveAttribute('type', 'text')
  })
})
