import { expect } from '@open-wc/testing'
import { rootOf, until } from '../support/elements/page-parts.ts'
import { describe, it } from '../support/elements/suite.ts'

describe('ad-gallery', () => {
  it('is not part of the loader', async () => {
    await import('/dist/placard.js')
    const element = document.createElement('ad-gallery')
    document.body.append(element)
    await new Promise((resolve) => setTimeout(resolve))
    expect(element.shadowRoot).to.equal(null)
    element.remove()
  })

  it('opens on its own page', async () => {
    await import('/dist/ad-gallery.js')
    const element = document.createElement('ad-gallery')
    document.body.append(element)
    await until(() => element.shadowRoot?.querySelector('h2'))
    expect(rootOf(element).querySelectorAll('nav a').length).to.be.greaterThan(4)
    element.remove()
  })

  it('shows each kind of button in each state, and switches its theme', async () => {
    await import('/dist/ad-gallery.js')
    const element = document.createElement('ad-gallery')
    document.body.append(element)
    const buttons = await until(() => element.shadowRoot?.querySelector('.matrix table'))
    const states = [...buttons.querySelectorAll('thead th')].map(({ textContent }) => textContent)
    const counts = [...buttons.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('button').length)
    expect([states, counts]).to.deep.equal([
      ['Default', 'With icon', 'Busy', 'Disabled'],
      [4, 4, 4, 4],
    ])
    const themes = [...rootOf(element).querySelectorAll<HTMLElement>('[aria-label="Theme"] button')]
    for (const theme of themes) {
      theme.click()
      await until(() => theme.getAttribute('aria-pressed') === 'true')
      expect(element.getAttribute('theme')).to.equal(theme.textContent)
    }
    expect(themes).to.have.length(3)
    element.remove()
  })

  it('writes no warning to the console when a menu item is created', async () => {
    await import('/dist/ad-gallery.js')
    const element = document.createElement('ad-gallery')
    element.setAttribute('path', 'overlays')
    document.body.append(element)
    const button = await until(() => element.shadowRoot?.querySelector<HTMLElement>('button[aria-haspopup="menu"]'))
    // The library's code loads with the first menu.
    button.click()
    await customElements.whenDefined('pl-sl-menu-item')
    const warned: string[] = []
    const { warn } = console
    console.warn = (...words: unknown[]) => warned.push(words.join(' '))
    document.createElement('pl-sl-menu-item')
    console.warn = warn
    expect(warned).to.deep.equal([])
    element.remove()
  })
})
