// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const configure = vi.fn()
vi.mock('../../elements/runtime/loader.ts', () => ({ configure: (...options: unknown[]) => configure(...options) }))

beforeEach(() => {
  document.body.innerHTML = '<script type="application/json" id="placard-page">{"environment":"uat"}</script>'
  vi.resetModules()
})
afterEach(() => {
  configure.mockReset()
  vi.restoreAllMocks()
})

test('the script of the console reads the options of a page of its own origin', async () => {
  vi.spyOn(URL.prototype, 'origin', 'get').mockReturnValue(location.origin)
  await import('../../elements/runtime/console-page.ts')
  expect(configure.mock.calls).toEqual([[{ environment: 'uat', reportsToPlatform: true }]])
})

test('the script of the console reads the responses in the page', async () => {
  vi.spyOn(URL.prototype, 'origin', 'get').mockReturnValue(location.origin)
  const responses = [['GET v1/users', {}, { users: [] }]]
  for (const [written, read] of [
    [responses, { responses }],
    ['none', {}],
  ] as const) {
    document.body.innerHTML = `<script type="application/json" id="placard-page">${JSON.stringify({ environment: 'uat', responses: written })}</script>`
    vi.resetModules()
    await import('../../elements/runtime/console-page.ts')
    expect(configure.mock.lastCall).toEqual([{ environment: 'uat', reportsToPlatform: true, ...read }])
  }
})

test('the script of the console reads no options of another page', async () => {
  await import('../../elements/runtime/console-page.ts')
  expect(configure).not.toHaveBeenCalled()
})
