// @vitest-environment jsdom
import { act, useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Overlay } from '../../src/ui/dialog/overlay.tsx'
import { mount } from '../support/ui/react-page.tsx'

/** Features that jsdom lacks: style sheets, the top layer, resize observers and visibility. */
Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
HTMLElement.prototype.showPopover = () => undefined
HTMLElement.prototype.checkVisibility = () => true
class Still {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: Still })

beforeEach(() => vi.stubGlobal('innerWidth', 400))
afterEach(() => vi.unstubAllGlobals())

function Page() {
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button ref={anchor} type="button">
        Filter
      </button>
      <Overlay anchor={anchor} onClose={() => undefined} isSheet role="dialog" label="Filter">
        <button type="button">First</button>
        <button type="button">Last</button>
      </Overlay>
      <button type="button">Covered</button>
    </>
  )
}

test('Tab stays in a sheet, which covers the page', async () => {
  const page = await mount(<Page />)
  const [first, last] = page.container.querySelectorAll<HTMLElement>('[role="dialog"] button')
  last?.focus()
  const press = (shiftKey: boolean) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', shiftKey, bubbles: true, cancelable: true }))
  await vi.waitFor(() => {
    press(false)
    expect(document.activeElement).toBe(first)
  }, 20_000)
  press(true)
  expect(document.activeElement).toBe(last)
  await page.unmount()
})

test('a sheet is placed next to its button when the window becomes wide, and at the bottom when it becomes narrow', async () => {
  const page = await mount(<Page />)
  const sheet = page.container.querySelector<HTMLElement>('[role="dialog"]')
  const resizeTo = (width: number) =>
    act(async () => {
      vi.stubGlobal('innerWidth', width)
      window.dispatchEvent(new Event('resize'))
    })
  const hasPosition = () => sheet?.style.left !== ''
  expect(hasPosition()).toBe(false)
  await resizeTo(900)
  expect(hasPosition()).toBe(true)
  await resizeTo(400)
  expect(hasPosition()).toBe(false)
  await page.unmount()
})
