// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { MultiSelect } from '../../src/ui/select/multi-select.tsx'
import type { SelectedOption } from '../../src/ui/select/option.ts'
import { Select } from '../../src/ui/select/select.tsx'
import {
  replyOf,
  respondByTest,
  button,
  choosePage,
  click,
  found,
  input,
  opener,
  pass,
  press,
  rows,
  show,
  type,
} from '../support/ui/select-page.tsx'

choosePage()

describe('a remote source of options', () => {
  test('is called once on opening, and again 100 ms after typing stops', async () => {
    const { ask, requests, searches } = respondByTest()
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
    expect(requests[1]).toMatchObject({ start: 0, count: 50 })
  })

  test('has its outdated request cancelled and the response dropped', async () => {
    const { ask, requests } = respondByTest()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    await type('b')
    await pass(100)
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
    await act(async () => requests[1]?.reply(replyOf('Bath')))
    await act(async () => requests[0]?.reply(replyOf('Aachen', 'Bath')))
    expect(rows()).toEqual(['Bath'])
  })

  test('keeps the active option when the next response has it at the same position', async () => {
    const chosen: (SelectedOption | null)[] = []
    const { ask, requests } = respondByTest()
    await show(<Select label="Town" options={ask} value={null} onChange={(option) => chosen.push(option)} />)
    await click(opener())
    await type('b')
    await pass(100)
    await act(async () => requests[1]?.reply(replyOf('Aber', 'Bath', 'Bonn')))
    await type('ba')
    await pass(100)
    await press(input(), 'ArrowDown')
    await act(async () => requests[2]?.reply(replyOf('Abba', 'Bath')))
    await press(input(), 'Enter')
    expect(chosen.map((one) => one?.label)).toEqual(['Bath'])
  })

  test('activates the first option when the next response differs at that position, or no key was pressed', async () => {
    const chosen: (SelectedOption | null)[] = []
    const { ask, requests } = respondByTest()
    await show(<Select label="Town" options={ask} value={null} onChange={(option) => chosen.push(option)} />)
    await click(opener())
    await act(async () => requests[0]?.reply(replyOf('Aber', 'Bath', 'Bonn')))
    await press(input(), 'ArrowDown')
    await type('b')
    await pass(100)
    await act(async () => requests[1]?.reply(replyOf('Basel', 'Bath')))
    await press(input(), 'Enter')
    await click(opener())
    await act(async () => requests[2]?.reply(replyOf('Aber', 'Bath', 'Bonn')))
    await type('x')
    await pass(100)
    await press(input(), 'ArrowDown')
    await act(async () => requests[3]?.reply(replyOf('Xanten', 'Xativa')))
    await press(input(), 'Enter')
    expect(chosen.map((one) => one?.label)).toEqual(['Basel', 'Xanten'])
  })

  test('is called for the visible page, and not for pages scrolled past', async () => {
    const { ask, requests } = respondByTest()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    const whole = Array.from({ length: 50 }, (_, index) => ({ id: index, label: `Town ${index}` }))
    await act(async () => requests[0]?.reply({ options: whole, total: 5000 }))
    const list = found('[role=listbox]')
    for (const row of [500, 1000, 2010]) {
      list.scrollTop = row * 35.5
      await act(async () => void list.dispatchEvent(new Event('scroll', { bubbles: true })))
      await pass(50)
    }
    await pass(100)
    expect(requests.map(({ start }) => start)).toEqual([0, 2000])
  })

  test('is called again after a failure', async () => {
    const { ask, requests } = respondByTest()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    await act(async () => requests[0]?.fail())
    expect(document.body.textContent).toContain('The list couldn’t be loaded.')
    await click(button('Try again'))
    await act(async () => requests[1]?.reply(replyOf('Bath')))
    expect(rows()).toEqual(['Bath'])
  })

  test('is not called after the menu is closed', async () => {
    const { ask, requests } = respondByTest()
    await show(<Select label="Town" options={ask} value={null} onChange={() => undefined} />)
    await click(opener())
    await type('b')
    await click(opener())
    await pass(1000)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.signal.aborted).toBe(true)
  })

  test('selects all matching options, thousands at a time, except disabled ones', async () => {
    const { ask, requests } = respondByTest()
    const onChange = vi.fn<(chosen: readonly SelectedOption[]) => void>()
    await show(<MultiSelect label="Towns" options={ask} value={[]} onChange={onChange} />)
    await click(opener())
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: from + index,
        label: `Town ${from + index}`,
        disabledBecause: from + index === 7 ? 'Closed' : undefined,
      }))
    await act(async () => requests[0]?.reply({ options: some(0, 50), total: 1200 }))
    await click(button('Select all 1,200'))
    await act(async () => requests[1]?.reply({ options: some(0, 1000), total: 1200 }))
    await act(async () => requests[2]?.reply({ options: some(1000, 200), total: 1200 }))
    expect(requests.map(({ start, count }) => [start, count])).toEqual([
      [0, 50],
      [0, 1000],
      [1000, 1000],
    ])
    expect(onChange.mock.calls[0]?.[0]).toHaveLength(1199)
  })
})
