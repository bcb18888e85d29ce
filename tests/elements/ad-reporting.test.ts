import { expect } from '@open-wc/testing'
import '/dist/placard.js'
import { content, inside, noToken, put, rootOf, until } from '../support/elements/page-parts.ts'
import { person } from '../support/elements/person.ts'
import { afterEach, describe, it } from '../support/elements/suite.ts'

document.documentElement.lang = 'en'
const make = (attributes?: Readonly<Record<string, string>>) =>
  put('ad-reporting', { 'client-id': '1', ...attributes }, { getToken: noToken })

describe('ad-reporting', () => {
  afterEach(() => document.body.replaceChildren())

  it('is accessible before the sign-in', async () => {
    const element = make()
    await content(element)
    await expect(element).to.be.accessible()
  })

  it('names an attribute that it cannot read, and other elements keep working', async () => {
    const bad = make({ 'client-id': 'nobody' })
    const other = make()
    await until(() => rootOf(bad).textContent?.includes('client-id'))
    expect((await content(other)).textContent).to.not.equal('')
  })

  it('shows another report when its path changes', async () => {
    const element = make({ path: 'reporting?context=campaign' })
    await content(element)
    await until(() => inside(element, '[aria-label="Group by"]')?.textContent.includes('Campaign'))
    element.setAttribute('path', 'reporting?context=campaign&dimensions=device')
    await until(() => inside(element, '[aria-label="Group by"]')?.textContent.includes('Device'))
  })

  it('has its fields before its dates in the document, and menus for the two charted metrics in the legend', async () => {
    await person.setViewportSize({ width: 1440, height: 900 })
    const element = make({ path: 'reporting?context=campaign' })
    await content(element)
    const dates = await until(() => inside(element, '.dates button'))
    const subject = await until(() => inside(element, '.report-fields [role="combobox"]'))
    expect(subject.compareDocumentPosition(dates) & Node.DOCUMENT_POSITION_FOLLOWING).to.not.equal(0)
    await person.getByRole('radiogroup', { name: 'Interval' }).getByRole('radio', { name: 'Week' }).waitFor()
    await until(() => element.shadowRoot?.querySelectorAll('.legend [role="combobox"]').length === 2)
    expect(await person.getByRole('button', { name: 'Report settings' }).isVisible()).to.equal(false)
  })

  it('has its settings in a sheet on a phone', async () => {
    await person.setViewportSize({ width: 360, height: 800 })
    const element = make({ path: 'reporting?context=campaign' })
    await content(element)
    const open = person.getByRole('button', { name: 'Report settings' })
    await open.click()
    const sheet = person.getByRole('dialog', { name: 'Report settings' })
    await sheet.getByRole('button', { name: 'Remove Clicks' }).click()
    await until(() => !inside(element, '[aria-label="Metrics"]')?.textContent.includes('Clicks'))
    await sheet.getByRole('button', { name: 'Done' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await person.getByRole('group', { name: 'Group by' }).isVisible()).to.equal(false)
    await person.setViewportSize({ width: 1440, height: 900 })
  })
})
