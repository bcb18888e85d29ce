// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { useChoice } from '../../src/parts/entity-picker/use-choice.ts'
import type { SelectableEntity } from '../../src/parts/entity-picker/source.ts'
import type { Windows } from '../../src/ui/table/windows.ts'
import { mount } from '../support/ui/react-page.tsx'

const done = async () => true
const ignore = () => undefined
const failure = new Error('offline')
const windows = { read: () => Promise.reject(failure) } as unknown as Windows<SelectableEntity> // a range only reads its rows
const base = {
  addIds: done,
  removeIds: done,
  addAll: done,
  removeAll: done,
  query: { filters: {}, sort: [] },
  onPending: ignore,
  onInactive: ignore,
}

interface PickerProps {
  readonly onUnread: (error: unknown) => void
  readonly onReady: (extendTo: (index: number) => void) => void
}
function Picker({ onUnread, onReady }: PickerProps) {
  onReady(useChoice({ ...base, onUnread }).select(windows).extendTo)
  return null
}

test('a range of rows that cannot be loaded reports why it was not chosen', async () => {
  const reported: unknown[] = []
  let extend: (index: number) => void = ignore
  const page = await mount(<Picker onUnread={(error) => reported.push(error)} onReady={(extendTo) => (extend = extendTo)} />)
  extend(4)
  await expect.poll(() => reported).toEqual([failure])
  await page.unmount()
})
