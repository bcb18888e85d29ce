import { expect } from '@open-wc/testing'
import { afterEach, describe, it } from '../support/elements/suite.ts'
import { rootOf, until } from '../support/elements/page-parts.ts'

document.documentElement.lang = 'en'

/** Opens a dialog of the gallery by its button. */
async function opened(name: string) {
  await import('/dist/ad-gallery.js')
  const element = document.createElement('ad-gallery')
  element.setAttribute('path', 'overlays')
  document.body.append(element)
  const button = await until(
    () => [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent?.trim() === name),
    name,
  )
  button.focus()
  button.click()
  const dialog = await until(() => element.shadowRoot?.querySelector('dialog[open]'), `the dialog of ${name}`)
  return { root: rootOf(element), stops: [...dialog.querySelectorAll<HTMLElement>('button, input')] }
}

/** Whether the dialog handled Tab, and the focused element; an untrusted key event does not move the focus by itself. */
function tab(root: ShadowRoot, isBackward = false) {
  const key = new KeyboardEvent('keydown', { key: 'Tab', shiftKey: isBackward, bubbles: true, composed: true, cancelable: true })
  const isLeftToBrowser = root.activeElement?.dispatchEvent(key)
  return { isHandled: isLeftToBrowser === false, at: root.activeElement }
}

describe('dialog keys', () => {
  afterEach(() => document.body.replaceChildren())

  for (const name of ['With a field', 'Drawer', 'sm', 'No close button'])
    it(`Tab cycles through "${name}" in both directions`, async () => {
      const { root, stops } = await opened(name)
      stops.at(-1)?.focus()
      expect(tab(root)).to.deep.equal({ isHandled: true, at: stops[0] })
      expect(tab(root, true)).to.deep.equal({ isHandled: true, at: stops.at(-1) })
    })

  /** Adds an element at the end of a dialog. */
  function atEnd(root: ShadowRoot, markup: string) {
    const actions = root.querySelector('dialog[open] .dialog-actions')
    actions?.insertAdjacentHTML('beforeend', markup)
    const added = actions?.lastElementChild
    if (!(added instanceof HTMLElement)) throw new Error('nothing was added')
    return added
  }
  const lines = '<p>A line of a long list</p>'.repeat(40)

  for (const [name, markup] of [
    ['inert', '<div inert><button type="button">Not now</button></div>'],
    ['hidden', '<div hidden><button type="button">Not now</button></div>'],
    ['a short area', '<div style="height:80px;overflow:auto"><p>One line</p></div>'],
    ['an area that does not scroll', `<div style="height:80px;overflow:hidden">${lines}</div>`],
  ] as const)
    it(`Tab skips ${name}`, async () => {
      const { root, stops } = await opened('With a field')
      atEnd(root, markup)
      stops.at(-1)?.focus()
      expect(tab(root)).to.deep.equal({ isHandled: true, at: stops[0] })
      expect(tab(root, true)).to.deep.equal({ isHandled: true, at: stops.at(-1) })
    })

  it('a scrollable area without focusable content can be focused', async () => {
    const { root, stops } = await opened('With a field')
    const area = atEnd(root, `<div style="height:80px;overflow:auto">${lines}</div>`)
    stops.at(-1)?.focus()
    expect(tab(root)).to.deep.equal({ isHandled: true, at: area })
    expect(tab(root)).to.deep.equal({ isHandled: true, at: stops[0] })
    expect(tab(root, true)).to.deep.equal({ isHandled: true, at: area })
    expect(tab(root, true)).to.deep.equal({ isHandled: false, at: area })
  })

  it('a frame can be focused, and the browser moves the focus into it', async () => {
    const { root, stops } = await opened('With a field')
    const frame = atEnd(root, '<iframe title="Help" srcdoc="<button>Inside</button>"></iframe>')
    stops.at(-1)?.focus()
    expect(tab(root)).to.deep.equal({ isHandled: false, at: stops.at(-1) })
    stops[0]?.focus()
    expect(tab(root, true)).to.deep.equal({ isHandled: true, at: frame })
  })

  it('between the first and the last element the browser moves the focus', async () => {
    const { root, stops } = await opened('With a field')
    expect(stops.length).to.be.greaterThan(2)
    stops[1]?.focus()
    for (const isBackward of [false, true]) expect(tab(root, isBackward)).to.deep.equal({ isHandled: false, at: stops[1] })
  })
})
