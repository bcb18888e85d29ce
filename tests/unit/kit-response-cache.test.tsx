// @vitest-environment jsdom
import { act } from 'react'
import useSWR, { SWRConfig, type SWRConfiguration, type State } from 'swr'
import { initCache } from 'swr/_internal'
import { afterEach, describe, expect, test, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createResponseCache } from '../../src/kit/response-cache.ts'
import { type Mounted, mount, until } from '../support/ui/react-page.tsx'

// `src/kit/README.md`, "Response cache", says why the kit imports a private path of SWR. These tests fail when that changes.

const pages: Mounted[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.unmount()
  vi.restoreAllMocks()
})

const key = ['GET v1/things', 1] as const
let stored = 'first'
const Reader = () => <p>{useSWR(key, async () => stored).data}</p>
/** Data of each render of `Watch`. */
const shown: unknown[] = []
const Watch = () => {
  shown.push(useSWR(key, null).data)
  return null
}

/** Two trees with one configuration, as two elements of a page have. */
async function twoTrees(config: SWRConfiguration) {
  stored = 'first'
  const tree = (
    <SWRConfig value={config}>
      <Reader />
    </SWRConfig>
  )
  const first = await mount(tree)
  const second = await mount(tree)
  pages.push(second)
  await until(() => first.text() === 'first' && second.text() === 'first')
  return {
    first,
    second,
    renderSecond: () =>
      second.render(
        <SWRConfig value={{ ...config }}>
          <Reader />
        </SWRConfig>,
      ),
  }
}

describe('the response cache', () => {
  test('survives the first tree for the second, and still refreshes', async () => {
    const cache = createResponseCache()
    const { first, second } = await twoTrees(cache.config)
    await first.unmount()
    stored = 'second'
    act(() => cache.refresh())
    await until(() => second.text() === 'second')
  })

  test('is separate for each runtime', async () => {
    const own = createResponseCache()
    own.storePrefetched(JSON.stringify(key), 'own')
    stored = 'asked'
    const other = await mount(
      <SWRConfig value={createResponseCache().config}>
        <Reader />
      </SWRConfig>,
    )
    pages.push(other)
    await until(() => other.text() === 'asked')
  })

  test('has a prefetched response under the key that a tree reads, from its first render', async () => {
    const cache = createResponseCache()
    cache.storePrefetched(JSON.stringify(key), 'prefetched')
    shown.length = 0
    const page = await mount(
      <SWRConfig value={cache.config}>
        <Watch />
      </SWRConfig>,
    )
    pages.push(page)
    expect(new Set(shown)).toEqual(new Set(['prefetched']))
  })
})

describe('SWR', () => {
  test('has a cache and mutate outside React, and registers a store once', () => {
    const store = new Map<string, State>()
    const options = { initFocus: () => undefined, initReconnect: () => undefined }
    const [cache, mutate, begin] = initCache(store, options) ?? []
    expect([cache, typeof mutate, typeof begin]).toEqual([store, 'function', 'function'])
    expect(initCache(store, options)?.[2]).toBeUndefined()
  })

  test('still loses the state of a public provider with its first tree; when it no longer does, use it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const store = new Map<string, State>()
    const { first, renderSecond } = await twoTrees({ provider: () => store, dedupingInterval: 0 })
    await first.unmount()
    await expect(renderSecond()).rejects.toThrow('undefined is not iterable')
  })

  test('is pinned: another version needs a decision', () => {
    expect(manifest.devDependencies.swr).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
