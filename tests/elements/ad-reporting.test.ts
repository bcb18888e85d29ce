import { expect } from '@open-wc/testing'
import '/dist/placard.js'
import { content, inside, noToken, put, rootOf, until } from '../support/elements/page-parts.ts'
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
})
