// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { type ElementContext, ElementContextProvider } from '../../src/kit/host/element-context.tsx'
import { createLeaveGuards } from '../../src/kit/host/leave-guards.ts'
import { Problem } from '../../src/kit/problem.ts'
import { EntityPicker, type PickerState } from '../../src/parts/entity-picker/entity-picker.tsx'
import type { EntitySource, SelectableEntity } from '../../src/parts/entity-picker/source.ts'
import { useChoice } from '../../src/parts/entity-picker/use-choice.ts'
import type { GridQuery } from '../../src/ui/table/query.ts'
import type { Windows } from '../../src/ui/table/windows.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { mount, quiet, until } from '../support/ui/react-page.tsx'

Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined

const done = async () => true
const ignore = () => undefined
Object.assign(globalThis, {
  ResizeObserver: class {
    observe = ignore
    unobserve = ignore
    disconnect = ignore
  },
})
HTMLElement.prototype.scrollIntoView = ignore
const failure = new Error('offline')
const windows = { read: () => Promise.reject(failure) } as unknown as Windows<SelectableEntity> // a range only reads its rows
const base = {
  list: 'available' as const,
  startRun: ignore,
  addIds: done,
  removeIds: done,
  addAll: done,
  removeAll: done,
  query: { filters: {}, sort: [] },
  onPending: ignore,
  onInactive: ignore,
}

interface PickerProps {
  readonly onLoadError: (error: unknown) => void
  readonly onReady: (extendTo: (index: number) => void) => void
}
function Picker({ onLoadError, onReady }: PickerProps) {
  onReady(useChoice({ ...base, onLoadError }).select(windows).extendTo)
  return null
}

test('a range of rows that cannot be loaded reports why it was not chosen', async () => {
  const reported: unknown[] = []
  let extend: (index: number) => void = ignore
  const page = await mount(<Picker onLoadError={(error) => reported.push(error)} onReady={(extendTo) => (extend = extendTo)} />)
  extend(4)
  await expect.poll(() => reported).toEqual([failure])
  await page.unmount()
})

const hotel = (entity_id: number): SelectableEntity => ({
  entity_id,
  internal_id: `H-${entity_id}`,
  name: `Hotel ${entity_id}`,
  category: 'Coast',
  status: 'active',
  is_selected: entity_id < 3,
})
const hotels = [1, 2, 3, 4].map(hotel)

/** A source with two of four hotels selected, which records its requests; those in `failing` fail. */
function sourceOf(failing: readonly string[] = []) {
  const requests: string[] = []
  const request = async (name: string, reply?: unknown) => {
    requests.push(name)
    if (failing.includes(name)) throw new Problem({ kind: 'invalid', status: 422 })
    return reply
  }
  const filtersIn = ({ filters }: GridQuery) => JSON.stringify(filters)
  const source: EntitySource = {
    reads: [],
    available: async () => ({ rows: hotels, total: hotels.length }),
    selected: async () => ({ rows: hotels.slice(0, 2), total: 2 }),
    add: (ids) => request(`add ${ids.join()}`),
    remove: (ids) => request(`remove ${ids.join()}`),
    addAll: (query) => request(`add all ${filtersIn(query)}`, { added: 2, already: 2 }),
    removeAll: (query) => request(`remove all ${filtersIn(query)}`),
    addIds: async () => ({ added: 0, already: 0, refused: [] }),
  }
  return { source, requests }
}

const context: ElementContext = {
  ask: async () => true,
  tag: 'ad-campaign-builder',
  locale: 'en-US',
  linkBase: '/',
  isInheriting: false,
  path: '',
  revision: 0,
  root: document.createElement('div').attachShadow({ mode: 'open' }),
  leaving: createLeaveGuards(),
  emit: () => true,
  notify: ignore,
  navigate: ignore,
}

const bench = partBench()
/** Opens a list of the picker. As with a query from the URL, each render has new filters. */
async function openPicker(source: EntitySource, list: PickerState['list']) {
  const picker = () => (
    <ElementContextProvider value={context}>
      <EntityPicker
        source={source}
        label={{ singular: 'Hotel', plural: 'Hotels' }}
        categories={[]}
        savesImmediately
        pickerState={{ list, query: { sort: [], filters: { category: { kind: 'one-of', values: ['Coast'] } } } }}
      />
    </ElementContextProvider>
  )
  const page = await bench.open(picker())
  const boxes = () => [...page.container.querySelectorAll<HTMLInputElement>('input.pick')]
  const boxAt = (index: number) => {
    const box = boxes()[index]
    if (!box) throw new Error(`No checkbox ${index}`)
    return box
  }
  await until(() => boxes().length === (list === 'selected' ? 3 : 5))
  const click = (index: number) => act(async () => boxAt(index).dispatchEvent(new MouseEvent('click', { bubbles: true })))
  return { page, click, boxAt, rerender: () => page.put(picker()) }
}

test('"Select all" of the selected entities is ticked and removes them', async () => {
  const { source, requests } = sourceOf()
  const { page, click, boxAt } = await openPicker(source, 'selected')
  expect(boxAt(0).checked).toBe(true)
  const grid = page.container.querySelector('[role=grid]')
  await act(async () => grid?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true })))
  expect(requests).toEqual([])
  await click(0)
  expect(requests).toEqual(['remove all {"category":{"kind":"one-of","values":["Coast"]}}'])
})

test('"Select all" stays ticked while the filters have the same values, and then removes what it has added', async () => {
  const { source, requests } = sourceOf()
  const { click, boxAt, rerender } = await openPicker(source, 'available')
  await click(0)
  await until(() => boxAt(0).checked)
  await rerender()
  expect(boxAt(0).checked).toBe(true)
  await click(0)
  await until(() => !boxAt(0).checked)
  expect(requests.map((request) => request.split(' {')[0])).toEqual(['add all', 'remove all'])
})

test.each([
  [1, '1 can’t be advertised'],
  [2, undefined],
])('"Select all" that adds %i of the other two says how many can’t be advertised: %s', async (added, said) => {
  const { source } = sourceOf()
  const { page, click, boxAt } = await openPicker({ ...source, addAll: async () => ({ added, already: 2 }) }, 'available')
  await click(0)
  await until(() => boxAt(0).checked)
  expect(/\d+ can’t be advertised/.exec(page.text() ?? '')?.[0]).toBe(said)
})

test('"Select all" is not ticked if its request failed', async () => {
  const { source } = sourceOf(['add all {"category":{"kind":"one-of","values":["Coast"]}}'])
  const { page, click, boxAt } = await openPicker(source, 'available')
  await click(0)
  await bench.shows(page, 'No changes made')
  expect(boxAt(0).checked).toBe(false)
})

test('an error stays on screen while other changes of the same run are saved', async () => {
  const { source, requests } = sourceOf(['add 4'])
  const { page, click } = await openPicker(source, 'available')
  await act(async () => {
    void click(3)
    void click(4)
    void click(1)
  })
  await until(() => requests.length === 3)
  await quiet()
  expect(requests).toEqual(['add 3', 'add 4', 'remove 1'])
  expect(page.text()).toContain('No changes made')
  expect(page.text()).not.toContain('Removed')
  // The next change starts a new run.
  await click(2)
  await bench.shows(page, 'Removed')
  expect(page.text()).not.toContain('No changes made')
})
