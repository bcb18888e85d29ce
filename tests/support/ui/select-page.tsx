import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { OptionResponse, Options, OptionRequest } from '../../../src/ui/select/option.ts'
import { type Mounted, mount } from './react-page.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const page: { current?: Mounted } = {}

/** jsdom has neither a top layer nor resize observers. */
class Still {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: Still })
HTMLElement.prototype.showPopover = () => undefined

/** The setup and cleanup of every test of the combobox. */
export function choosePage() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(async () => {
    await page.current?.unmount()
    document.body.replaceChildren()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

/** Renders a node on the page, or into another root. */
export const show = async (node: ReactNode, root?: ShadowRoot) => {
  page.current = await mount(<I18nProvider i18n={i18n}>{node}</I18nProvider>, root)
}
export const found = <E extends Element = HTMLElement>(selector: string): E => {
  const node = document.querySelector<E>(selector)
  if (!node) throw new Error(`There is no ${selector}`)
  return node
}
export const opener = () => found('.choose-open')
export const input = () => found<HTMLInputElement>('.choose-menu input')
export const rows = () => [...document.querySelectorAll('[role=option]')].map((node) => node.querySelector('.name')?.textContent)
export const press = (node: Element, key: string, more: KeyboardEventInit = {}) =>
  act(async () => void node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })))
export const click = (node: Element | undefined) => act(async () => void node?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
export const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
export const button = (text: string) => [...document.querySelectorAll('button')].find((node) => node.textContent?.startsWith(text))

export const towns = Array.from({ length: 30 }, (_, index) => ({ id: index, label: `Town ${index + 1}` }))

/** An options source with replies that the test sends by hand. */
export function respondByTest() {
  const requests: (OptionRequest & { reply: (response: OptionResponse) => void; fail: () => void })[] = []
  const ask: Options = (request) =>
    new Promise((reply, reject) => requests.push({ ...request, reply, fail: () => reject(new Error('broken')) }))
  const searches = () => requests.map(({ search }) => search)
  return { ask, requests, searches }
}
export const replyOf = (...labels: string[]): OptionResponse => ({
  options: labels.map((label) => ({ id: label, label })),
  total: labels.length,
})
