// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Grid } from '../../src/ui/table/grid.tsx'
import type { GridSource } from '../../src/ui/table/query.ts'
import { partBench } from '../support/ui/part-bench.tsx'
import { until } from '../support/ui/react-page.tsx'

/** Features that jsdom lacks. */
Object.assign(document, { adoptedStyleSheets: [] })
CSSStyleSheet.prototype.replaceSync = () => undefined
class Still {
  observe() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: Still })
Element.prototype.scrollIntoView = () => undefined

// An outage: the part for empty results never loads.
vi.mock('../../src/ui/table/grid-message.tsx', () => new Promise(() => undefined))

const bench = partBench()
const ignore = () => undefined

interface Thing {
  readonly id: string
}
/** A table of things from a source. */
const things = (source: GridSource<Thing>) => (
  <Grid
    label="Things"
    columns={[{ key: 'id', header: 'Id', kind: 'text', value: ({ id }: Thing) => id }]}
    source={source}
    rowId={({ id }) => id}
    rowName={({ id }) => id}
    query={{ sort: [], filters: {} }}
    onQuery={ignore}
    preferences={[]}
    onPreferences={ignore}
    empty={{ heading: 'Nothing', text: '' }}
    errorDetailsOf={() => ({ reason: 'The server is down.' })}
  />
)

test('a table shows why its rows are missing, and loads them again, also while its lazy parts can’t load', async () => {
  let isDown = true
  const source = vi.fn(async () => {
    if (isDown) throw new Error('Down')
    return { rows: [{ id: 'a' }], total: 1 }
  })
  const page = await bench.open(things(source))
  await bench.shows(page, 'Couldn’t load rows', 'The server is down.')
  isDown = false
  const retry = [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')
  await act(async () => retry?.click())
  await until(() => !page.text().includes('Couldn’t load rows'))
  expect(source).toHaveBeenCalledTimes(2)
})

test('the header that the keyboard reached stays current when the row of totals arrives', async () => {
  let answer: (page: Awaited<ReturnType<GridSource<Thing>>>) => void = ignore
  const response: ReturnType<GridSource<Thing>> = new Promise((resolve) => (answer = resolve))
  const page = await bench.open(things(() => response))
  const current = () => page.container.querySelector('[role=grid] [tabindex="0"]')
  await until(() => current() !== null)
  await act(async () => current()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true })))
  await until(() => current()?.textContent === 'Id')
  await act(async () => answer({ rows: [{ id: 'a' }], total: 1, totals: {} }))
  await until(() => page.text().includes('Total'))
  expect(current()?.textContent).toBe('Id')
})
