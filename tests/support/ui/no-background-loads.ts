import { vi } from 'vitest'

/** Unit files without a page share a worker. A part that one file loads in the background may load while the next file starts, and fails then. */
vi.mock('../../../src/ui/lazy-idle.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../../src/ui/lazy-idle.ts')>()
  return { ...original, lazyIdle: original.retryableLazy }
})
