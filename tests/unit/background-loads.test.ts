import { afterEach, expect, test, vi } from 'vitest'
import { lazyIdle } from '../../src/ui/lazy-idle.ts'

afterEach(() => void vi.useRealTimers())

test('a unit test without a page loads no parts in the background', async () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => ({ default: () => null }))
  lazyIdle(load)
  await vi.runAllTimersAsync()
  expect(load).not.toHaveBeenCalled()
})
