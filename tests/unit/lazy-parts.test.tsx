// @vitest-environment jsdom
import { Suspense } from 'react'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { ErrorBoundary } from '../../elements/runtime/error-boundary.tsx'
import { retryableLazy, retryFailedLazies } from '../../src/ui/lazy-idle.ts'
import { mount, until } from '../support/ui/react-page.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

test('a lazy part that failed to load loads after a retry, and can fail again', async () => {
  let isBlocked = true
  const load = vi.fn(async () => {
    if (isBlocked) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: ({ name }: { name: string }) => <p>Hello {name}</p> }
  })
  const Part = retryableLazy(load)
  const page = await mount(
    <ErrorBoundary
      resetKeys={[]}
      onError={() => undefined}
      onRetry={retryFailedLazies}
      fallback={(_, retry) => (
        <button type="button" onClick={retry}>
          Broken
        </button>
      )}
    >
      <Suspense>
        <Part name="you" />
      </Suspense>
    </ErrorBoundary>,
  )
  const press = () => page.container.querySelector('button')?.click()
  await until(() => page.text() === 'Broken')
  const calls = load.mock.calls.length
  press()
  await until(() => load.mock.calls.length > calls && page.text() === 'Broken')
  isBlocked = false
  press()
  await until(() => page.text() === 'Hello you')
  await page.unmount()
})
