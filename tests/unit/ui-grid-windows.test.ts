import { describe, expect, test } from 'vitest'
import { emptyGridQuery, type GridRequest, type GridSource } from '../../src/ui/table/query.ts'
import { createWindows, windowsOf } from '../../src/ui/table/windows.ts'

const total = 1000
/** A source that records requests and replies only when the test calls `reply` or `fail`. */
function held() {
  const requests: { ask: GridRequest; reply: () => void; fail: () => void }[] = []
  const source: GridSource<string> = (ask) =>
    new Promise((resolve, reject) => {
      const rows = Array.from({ length: Math.min(ask.count, total - ask.start) }, (_, index) => `row ${ask.start + index}`)
      const totals = { clicks: 7 }
      requests.push({ ask, reply: () => resolve({ rows, total, ...(ask.needsTotals && { totals }) }), fail: () => reject(new Error('no')) })
      ask.signal.addEventListener('abort', () => reject(ask.signal.reason))
    })
  return { requests, source, starts: () => requests.map(({ ask }) => ask.start) }
}
const soon = () => new Promise<void>((resolve) => setTimeout(resolve))
const start = () => {
  const { requests, source, starts } = held()
  return { requests, starts, windows: createWindows({ source, query: emptyGridQuery, size: 100, maxPages: 4 }) }
}

describe('windows of rows', () => {
  test.each([
    [0, 99, [0]],
    [99, 100, [0, 1]],
    [-50, 10, [0]],
    [950, 2000, [9]],
    [1200, 1300, []],
  ])('for rows %i to %i are %j', (first, last, expected) => {
    expect(windowsOf(first, last, 100, total)).toEqual(expected)
  })

  test('are requested once, with half a window ahead when the size is known', async () => {
    const { requests, starts, windows } = start()
    windows.want(0, 20)
    windows.want(0, 24)
    expect(starts()).toEqual([0])
    requests[0]?.reply()
    await soon()
    expect([windows.state().total, windows.state().totals, windows.row(7), windows.row(101)]).toEqual([
      1000,
      { clicks: 7 },
      'row 7',
      undefined,
    ])
    windows.want(60, 80)
    expect(starts()).toEqual([0, 100])
    expect(requests[1]?.ask.needsTotals).toBe(false)
  })

  test('far from the position are cancelled, and their late responses are ignored', async () => {
    const { requests, starts, windows } = start()
    windows.want(0, 20)
    requests[0]?.reply()
    await soon()
    windows.want(500, 520)
    windows.want(900, 920)
    expect(requests[1]?.ask.signal.aborted).toBe(true)
    requests[1]?.reply()
    await soon()
    expect(windows.row(500)).toBeUndefined()
    expect(starts()).toEqual([0, 400, 500, 800, 900])
  })

  test('far behind are dropped, but never visible ones', async () => {
    const { requests, windows } = start()
    for (let at = 0; at < 1000; at += 100) {
      windows.want(at + 50, at + 50)
      for (const { reply } of requests) reply()
      await soon()
    }
    expect(windows.known().length).toBeLessThanOrEqual(400)
    expect(windows.row(950)).toBe('row 950')
    expect(windows.row(50)).toBeUndefined()
  })

  test('that fail report it, are not repeated automatically, and load on retry', async () => {
    const { requests, starts, windows } = start()
    windows.want(0, 20)
    requests[0]?.fail()
    await soon()
    expect(windows.state().error).toBeInstanceOf(Error)
    windows.want(0, 20)
    expect(starts()).toEqual([0])
    windows.retry()
    requests[1]?.reply()
    await soon()
    expect([windows.state().error, windows.row(0)]).toEqual([undefined, 'row 0'])
  })

  test('of a range load together, from memory if possible', async () => {
    const { requests, starts, windows } = start()
    windows.want(0, 20)
    requests[0]?.reply()
    await soon()
    expect(await windows.read(5, 9, new AbortController().signal)).toHaveLength(5)
    expect(starts()).toEqual([0])
    const rows = windows.read(90, 110, new AbortController().signal)
    requests[1]?.reply()
    expect((await rows).at(-1)).toBe('row 110')
  })

  test('accept a changed row, and end without running requests', async () => {
    const { requests, windows } = start()
    windows.want(0, 20)
    requests[0]?.reply()
    await soon()
    windows.replace((row) => row === 'row 3', 'changed')
    expect(windows.row(3)).toBe('changed')
    windows.want(700, 720)
    windows.end()
    expect(requests.slice(1).every(({ ask }) => ask.signal.aborted)).toBe(true)
    expect(windows.state().isRequesting).toBe(false)
  })

  describe('reloading rows', () => {
    /** Windows 0 and 1 are loaded and in view. */
    async function loaded() {
      const given = start()
      given.windows.want(0, 20)
      given.requests[0]?.reply()
      await soon()
      given.windows.want(60, 120)
      given.requests[1]?.reply()
      await soon()
      return given
    }

    test('replaces them together with totals, and shows the old rows until then', async () => {
      const { requests, starts, windows } = await loaded()
      windows.replace((row) => row === 'row 3', 'old')
      const done = windows.reload(new AbortController().signal)
      expect(starts()).toEqual([0, 100, 0, 100])
      expect(requests.slice(2).map(({ ask }) => ask.needsTotals)).toEqual([true, false])
      requests[2]?.reply()
      await soon()
      expect([windows.row(3), windows.row(101), windows.state().isRequesting]).toEqual(['old', 'row 101', true])
      requests[3]?.reply()
      expect(await done).toBe(true)
      expect([windows.row(3), windows.row(101), windows.state().isRequesting]).toEqual(['row 3', 'row 101', false])
    })

    test('keeps the old rows marked as stale when it is cancelled', async () => {
      const { requests, windows } = await loaded()
      windows.replace((row) => row === 'row 3', 'old')
      const controller = new AbortController()
      const done = windows.reload(controller.signal)
      controller.abort()
      expect(await done).toBe(false)
      expect(requests.slice(2).every(({ ask }) => ask.signal.aborted)).toBe(true)
      expect([windows.row(3), windows.state().error, windows.state().isRequesting]).toEqual(['old', undefined, false])
    })

    test('keeps the old rows with the error when it fails, until a retry', async () => {
      const { requests, windows } = await loaded()
      const done = windows.reload(new AbortController().signal)
      requests[2]?.fail()
      expect(await done).toBe(true)
      expect([windows.row(3), windows.state().error]).toEqual(['row 3', expect.any(Error)])
      windows.retry()
      requests[4]?.reply()
      requests[5]?.reply()
      await soon()
      expect(windows.state().error).toBeUndefined()
    })

    test('before the first response replaces its request', async () => {
      const { requests, windows } = start()
      windows.want(0, 20)
      void windows.reload(new AbortController().signal)
      expect(requests[0]?.ask.signal.aborted).toBe(true)
      requests[1]?.reply()
      await soon()
      expect([windows.state().total, windows.row(7)]).toEqual([1000, 'row 7'])
    })
  })
})
