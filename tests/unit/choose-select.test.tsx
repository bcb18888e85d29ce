// @vitest-environment jsdom
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MultiSelect } from '../../src/ui/choose/multi-select.tsx'
import type { Answer, Chosen, Options, Question } from '../../src/ui/choose/option.ts'
import { Select } from '../../src/ui/choose/select.tsx'
import { type Mounted, mount } from '../support/react-page.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const page: { current?: Mounted } = {}

/** What jsdom lacks: the top layer, and news of sizes. */
class Still {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: Still })
HTMLElement.prototype.showPopover = () => undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  await page.current?.unmount()
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const show = async (node: ReactNode) => {
  page.current = await mount(<I18nProvider i18n={i18n}>{node}</I18nProvider>)
}
const found = <E extends Element = HTMLElement>(selector: string): E => {
  const node = document.querySelector<E>(selector)
  if (!node) throw new Error(`There is no ${selector}`)
  return node
}
const opener = () => found('.choose-open')
const input = () => found<HTMLInputElement>('.choose-menu input')
const rows = () => [...document.querySelectorAll('[role=option]')].map((node) => node.querySelector('.name')?.textContent)
const press = (node: Element, key: string, more: KeyboardEventInit = {}) =>
  act(async () => void node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })))
const click = (node: Element | undefined) => act(async () => void node?.dispatchEvent(new MouseEvent('click', { bubbles: true })))
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const button = (text: string) => [...document.querySelectorAll('button')].find((node) => node.textContent?.startsWith(text))

const towns = Array.from({ length: 30 }, (_, index) => ({ id: index, label: `Town ${index + 1}` }))

/** Somebody who is asked, and answers when the test says so. */
function asked() {
  const questions: (Question & { answer: (answer: Answer) => void; fail: () => void })[] = []
  const ask: Options = (question) =>
    new Promise((answer, reject) => questions.push({ ...question, answer, fail: () => reject(new Error('broken')) }))
  const searches = () => questions.map(({ search }) => search)
  return { ask, questions, searches }
}
const answerOf = (...labels: string[]): Answer => ({ options: labels.map((label) => ({ id: label, label })), total: labels.length })

describe('a list', () => {
  test('is searched once typing has rested for 500 ms', async () => {
    await show(<Select label="Town" options={towns} value={null} onChange={() => undefined} />)
    await click(opener())
    const all = rows()
    for (const text of ['2', '29']) {
      await type(text)
      await pass(499)
      expect(rows()).toEqual(all)
    }
    await pass(1)
    expect(rows()).toEqual(['Town 29'])
  })

  test('is searched at once on Enter, and only then something is chosen', async () => {
    const onChange = vi.fn()
    await show(<Select label="Town" options={towns} value={null} onChange={onChange} />)
    await click(opener())
    await type('29')
    await press(input(), 'Enter')
    expect(rows()).toEqual(['Town 29'])
    expect(onChange).not.toHaveBeenCalled()
    await press(input(), 'Enter')
    expect(onChange).toHaveBeenCalledWith(towns[28])
  })

  test('is not chosen from by the Enter that ends a word of an input method', async () => {
    const onChange = vi.fn()
    await show(<Select label="Town" options={towns} value={null} onChange={onChange} />)
    await click(opener())
    await press(input(), 'Enter', { isComposing: true })
    await press(input(), 'Enter', { keyCode: 229 })
    expect(onChange).not.toHaveBeenCalled()
    await press(input(), 'Enter')
    expect(onChange).toHaveBeenCalledWith(towns[0])
  })

  test('that has no match says so, and can be cleared', async () => {
    await show(<Select label="Town" options={towns} value={null} onChange={() => undefined} />)
    await click(opener())
    await type('nowhere')
    await pass(500)
    expect(document.body.textContent).toContain('No match for “nowhere”')
    await click(button('Clear search'))
    expect(rows()).toContain('Town 1')
  })

  test('does not give what is disabled', async () => {
    const onChange = vi.fn()
    const options = [{ id: 1, label: 'Closed', disabledBecause: 'It is closed' }]
    await show(<Select label="Town" options={options} value={null} onChange={onChange} />)
    await click(opener())
    await press(input(), 'Enter')
    expect(onChange).not.toHaveBeenCalled()
    expect(found('[role=option]').getAttribute('aria-disabled')).toBe('true')
    expect(found('[role=option]').textContent).toContain('It is closed')
  })
})

describe('somebody who is asked', () => {
  test('is asked once when it opens, and once more when typing has rested for 100 ms', async () => {
    const { ask, questions, searches } = asked()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    await pass(1000)
    expect(searches()).toEqual([''])
    for (const text of ['l', 'lo', 'lon']) {
      await type(text)
      await pass(99)
    }
    expect(searches()).toEqual([''])
    await pass(1)
    expect(searches()).toEqual(['', 'lon'])
    expect(questions[1]).toMatchObject({ start: 0, count: 50 })
  })

  test('has the question that nobody waits for cancelled, and its answer dropped', async () => {
    const { ask, questions } = asked()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    await type('b')
    await pass(100)
    expect(questions.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await act(async () => questions[1]?.answer(answerOf('Bath')))
    await act(async () => questions[0]?.answer(answerOf('Aachen', 'Bath')))
    expect(rows()).toEqual(['Bath'])
  })

  test('is asked for the page in sight, and for no page that was only passed', async () => {
    const { ask, questions } = asked()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    const whole = Array.from({ length: 50 }, (_, index) => ({ id: index, label: `Town ${index}` }))
    await act(async () => questions[0]?.answer({ options: whole, total: 5000 }))
    const list = found('[role=listbox]')
    for (const row of [500, 1000, 2010]) {
      list.scrollTop = row * 35.5
      await act(async () => void list.dispatchEvent(new Event('scroll', { bubbles: true })))
      await pass(50)
    }
    await pass(100)
    expect(questions.map(({ start }) => start)).toEqual([0, 2000])
  })

  test('is asked again after a failure', async () => {
    const { ask, questions } = asked()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    await act(async () => questions[0]?.fail())
    expect(document.body.textContent).toContain('The list could not be read.')
    await click(button('Try again'))
    await act(async () => questions[1]?.answer(answerOf('Bath')))
    expect(rows()).toEqual(['Bath'])
  })

  test('is no longer asked once the menu is closed', async () => {
    const { ask, questions } = asked()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    await type('b')
    await click(opener())
    await pass(1000)
    expect(questions).toHaveLength(1)
    expect(questions[0]?.signal.aborted).toBe(true)
  })

  test('gives all that match, by the thousand, without those that are disabled', async () => {
    const { ask, questions } = asked()
    const onChange = vi.fn<(chosen: readonly Chosen[]) => void>()
    await show(<MultiSelect label="Towns" options={ask} value={[]} onChange={onChange} />)
    await click(opener())
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: from + index,
        label: `Town ${from + index}`,
        disabledBecause: from + index === 7 ? 'Closed' : undefined,
      }))
    await act(async () => questions[0]?.answer({ options: some(0, 50), total: 1200 }))
    await click(button('Select all 1,200'))
    await act(async () => questions[1]?.answer({ options: some(0, 1000), total: 1200 }))
    await act(async () => questions[2]?.answer({ options: some(1000, 200), total: 1200 }))
    expect(questions.map(({ start, count }) => [start, count])).toEqual([
      [0, 50],
      [0, 1000],
      [1000, 1000],
    ])
    expect(onChange.mock.calls[0]?.[0]).toHaveLength(1199)
  })
})

test('what takes everything back leaves the focus in the menu', async () => {
  const onChange = vi.fn<(chosen: readonly Chosen[]) => void>()
  await show(<MultiSelect label="Towns" options={towns} value={towns.slice(0, 20)} onChange={onChange} />)
  expect(opener().textContent).toContain('1 more selected')
  await click(opener())
  await click(button('Clear 20 selected'))
  expect(onChange).toHaveBeenCalledWith([])
  expect(document.activeElement).toBe(input())
})

test('a field that is disabled says why and does not open', async () => {
  await show(<Select label="Town" options={towns} value={null} onChange={() => undefined} disabledBecause="It has ended" />)
  await click(opener())
  await press(opener(), 'ArrowDown')
  expect(document.querySelector('.choose-menu')).toBeNull()
  expect(document.getElementById(opener().getAttribute('aria-describedby') ?? '')?.textContent).toBe('It has ended')
})

describe('a portal', () => {
  const inPage = (portalId: string) => <Select label="Town" options={towns} value={null} onChange={() => undefined} portalId={portalId} />

  test('that is missing is logged once, and the menu stands in its own place', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await show(inPage('nowhere'))
    expect(log).not.toHaveBeenCalled()
    await click(opener())
    await type('2')
    await pass(500)
    expect(log.mock.calls.flat()).toEqual([expect.stringMatching(/portal element.*nowhere.*missing/)])
    expect(found('.choose').contains(found('.choose-menu'))).toBe(true)
  })

  test('of the same root takes the menu', async () => {
    const log = vi.spyOn(console, 'error')
    const place = document.body.appendChild(document.createElement('div'))
    place.id = 'menus'
    await show(inPage('menus'))
    await click(opener())
    expect(place.contains(found('.choose-menu'))).toBe(true)
    expect(log).not.toHaveBeenCalled()
  })

  test('of the page around a shadow root is another root', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const outside = document.body.appendChild(document.createElement('div'))
    outside.id = 'menus'
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    page.current = await mount(<I18nProvider i18n={i18n}>{inPage('menus')}</I18nProvider>, root)
    await click(root.querySelector('.choose-open') ?? undefined)
    expect(log).toHaveBeenCalledOnce()
    expect(outside.childElementCount).toBe(0)
  })
})
