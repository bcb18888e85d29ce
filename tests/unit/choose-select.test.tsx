// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { MultiSelect } from '../../src/ui/select/multi-select.tsx'
import type { SelectedOption } from '../../src/ui/select/option.ts'
import { Select } from '../../src/ui/select/select.tsx'
import { button, choosePage, click, found, input, opener, pass, press, rows, show, towns, type } from '../support/ui/select-page.tsx'

choosePage()

describe('a select list', () => {
  test('is searched 500 ms after typing stops', async () => {
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

  test('is searched at once on Enter, and only then an option is selected', async () => {
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

  test('selects nothing on the Enter that ends an input method composition', async () => {
    const onChange = vi.fn()
    await show(<Select label="Town" options={towns} value={null} onChange={onChange} />)
    await click(opener())
    await press(input(), 'Enter', { isComposing: true })
    await press(input(), 'Enter', { keyCode: 229 })
    expect(onChange).not.toHaveBeenCalled()
    await press(input(), 'Enter')
    expect(onChange).toHaveBeenCalledWith(towns[0])
  })

  test('without a match says so, and can be cleared', async () => {
    await show(<Select label="Town" options={towns} value={null} onChange={() => undefined} />)
    await click(opener())
    await type('nowhere')
    await pass(500)
    expect(document.body.textContent).toContain('No results for “nowhere”')
    await click(button('Clear search'))
    expect(rows()).toContain('Town 1')
  })

  test('does not select disabled options', async () => {
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

test('a closed multi-select shows each selected name as a chip, and a screen reader hears them apart', async () => {
  await show(<MultiSelect label="Town" options={towns} value={towns.slice(0, 3)} onChange={() => undefined} />)
  expect([...opener().querySelectorAll('.choose-chip')].map(({ textContent }) => textContent)).toEqual(['Town 1', 'Town 2', 'Town 3'])
  expect(opener().textContent).toContain('Town 1, Town 2, Town 3')
})

test('clearing everything keeps the focus in the menu', async () => {
  const onChange = vi.fn<(chosen: readonly SelectedOption[]) => void>()
  await show(<MultiSelect label="Towns" options={towns} value={towns.slice(0, 20)} onChange={onChange} />)
  expect(opener().textContent).toContain('1 more selected')
  await click(opener())
  await click(button('Clear 20 selected'))
  expect(onChange).toHaveBeenCalledWith([])
  expect(document.activeElement).toBe(input())
})

test('a disabled field says why and does not open', async () => {
  await show(<Select label="Town" options={towns} value={null} onChange={() => undefined} disabledBecause="It has ended" />)
  await click(opener())
  await press(opener(), 'ArrowDown')
  expect(document.querySelector('.choose-menu')).toBeNull()
  expect(document.getElementById(opener().getAttribute('aria-describedby') ?? '')?.textContent).toBe('It has ended')
})

describe('a portal', () => {
  const inPage = (portalId: string) => <Select label="Town" options={towns} value={null} onChange={() => undefined} portalId={portalId} />

  test('that is missing is logged once, and the menu is rendered in place', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await show(inPage('nowhere'))
    expect(log).not.toHaveBeenCalled()
    await click(opener())
    await type('2')
    await pass(500)
    expect(log.mock.calls.flat()).toEqual([expect.stringMatching(/portal element.*nowhere.*missing/)])
    expect(found('.choose').contains(found('.choose-menu'))).toBe(true)
  })

  test('in the same root takes the menu', async () => {
    const log = vi.spyOn(console, 'error')
    const portal = document.body.appendChild(document.createElement('div'))
    portal.id = 'menus'
    await show(inPage('menus'))
    await click(opener())
    expect(portal.contains(found('.choose-menu'))).toBe(true)
    expect(log).not.toHaveBeenCalled()
  })

  test('in the page around a shadow root does not take the menu', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const outside = document.body.appendChild(document.createElement('div'))
    outside.id = 'menus'
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    await show(inPage('menus'), root)
    await click(root.querySelector('.choose-open') ?? undefined)
    expect(log).toHaveBeenCalledOnce()
    expect(outside.childElementCount).toBe(0)
  })
})
