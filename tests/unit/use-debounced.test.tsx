// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { debounceMs, useDebouncedText } from '../../src/parts/time/use-debounced.ts'
import { mount } from '../support/ui/react-page.tsx'

function Debounced({ text }: { readonly text: string }) {
  return <p>{useDebouncedText(text)}</p>
}

test('a typed text is searched after a pause, and not letter by letter', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const page = await mount(<Debounced text="" />)
  for (const text of ['1', '1.', '1.5']) {
    await page.render(<Debounced text={text} />)
    await act(() => vi.advanceTimersByTimeAsync(debounceMs - 1))
    expect(page.text()).toBe('')
  }
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(page.text()).toBe('1.5')
  await page.unmount()
  vi.useRealTimers()
})
