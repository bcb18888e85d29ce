import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SuppressedNotices, isRepeated, type Notice, noticeMs, noticeTimes } from '../../src/contract/session/notices.ts'
import { createNoticeQueue } from '../../src/kit/host/notice-queue.ts'
import { createToastQueue, maxToasts } from '../../src/ui/feedback/toast-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const saved: Notice = { kind: 'success', title: 'Saved' }
const titles = (queue: ReturnType<typeof createToastQueue>) => queue.shown().map(({ title }) => title)

describe('the guard against repetition', () => {
  test('holds for the duration and 500 ms, and not a moment longer', () => {
    const guarded: SuppressedNotices = new Map()
    expect(isRepeated(guarded, saved, 0)).toBe(false)
    expect(isRepeated(guarded, saved, 2999)).toBe(true)
    expect(isRepeated(guarded, saved, 3000)).toBe(false)
  })

  test('knows two by their id, and without one by their words', () => {
    const guarded: SuppressedNotices = new Map()
    expect(isRepeated(guarded, { ...saved, id: 'a' }, 0)).toBe(false)
    expect(isRepeated(guarded, { ...saved, id: 'a', title: 'Saved again' }, 1)).toBe(true)
    expect(isRepeated(guarded, saved, 2)).toBe(false)
    expect(isRepeated(guarded, { ...saved, kind: 'info' }, 3)).toBe(false)
    expect(isRepeated(guarded, { ...saved, text: 'At 14:02' }, 4)).toBe(false)
  })

  test('forgets what is over, so that it does not grow', () => {
    const guarded: SuppressedNotices = new Map()
    for (let index = 0; index < 100; index += 1) isRepeated(guarded, { ...saved, id: String(index) }, index * 1000)
    expect(guarded.size).toBeLessThan(5)
  })

  test('a notice with an act stays longer, and one that says how long stays that long', () => {
    expect(noticeMs(saved)).toBe(2500)
    expect(noticeMs({ ...saved, act: { label: 'Undo', onPress: () => undefined } })).toBe(noticeTimes.withActMs)
    expect(noticeMs({ ...saved, durationMs: 20 })).toBe(20)
  })
})

describe('the queue of toasts', () => {
  test('shows one for 2500 ms', () => {
    const queue = createToastQueue()
    queue.add(saved)
    vi.advanceTimersByTime(2499)
    expect(titles(queue)).toEqual(['Saved'])
    vi.advanceTimersByTime(1)
    expect(titles(queue)).toEqual([])
  })

  test('shows the same once, until the guard is over', () => {
    const queue = createToastQueue()
    queue.add(saved)
    queue.add(saved)
    expect(titles(queue)).toHaveLength(1)
    vi.advanceTimersByTime(2999)
    queue.add(saved)
    expect(titles(queue)).toEqual([])
    vi.advanceTimersByTime(1)
    queue.add(saved)
    expect(titles(queue)).toEqual(['Saved'])
  })

  test('does not show the same twice while it is held longer than the guard', () => {
    const queue = createToastQueue()
    queue.add(saved)
    queue.hold(true)
    vi.advanceTimersByTime(60_000)
    queue.add(saved)
    expect(titles(queue)).toEqual(['Saved'])
  })

  test('time stands still while it is held, and what is left runs on', () => {
    const queue = createToastQueue()
    queue.add(saved)
    vi.advanceTimersByTime(1000)
    queue.hold(true)
    vi.advanceTimersByTime(60_000)
    queue.hold(false)
    vi.advanceTimersByTime(1499)
    expect(titles(queue)).toEqual(['Saved'])
    vi.advanceTimersByTime(1)
    expect(titles(queue)).toEqual([])
  })

  test('what comes while it is held waits for its whole time', () => {
    const queue = createToastQueue()
    queue.hold(true)
    queue.add(saved)
    vi.advanceTimersByTime(60_000)
    queue.hold(false)
    vi.advanceTimersByTime(2499)
    expect(titles(queue)).toEqual(['Saved'])
    vi.advanceTimersByTime(1)
    expect(titles(queue)).toEqual([])
  })

  test('shows no more than a person takes in; what can be acted on and what went wrong stays', () => {
    const queue = createToastQueue()
    queue.add({ kind: 'error', title: 'Not saved' })
    queue.add({ ...saved, title: 'Paused', act: { label: 'Undo', onPress: () => undefined } })
    for (let index = 0; index < 9; index += 1) queue.add({ ...saved, title: `Saved ${index}` })
    expect(titles(queue)).toHaveLength(maxToasts)
    expect(titles(queue)).toEqual(['Not saved', 'Paused', 'Saved 7', 'Saved 8'])
  })

  test('tells when one is gone, however it went', () => {
    const queue = createToastQueue()
    const gone: string[] = []
    const until = new AbortController()
    queue.add({ ...saved, id: 'time', onGone: () => gone.push('time') })
    queue.add({ ...saved, id: 'press', onGone: () => gone.push('press') })
    queue.add({ ...saved, id: 'signal', until: until.signal, onGone: () => gone.push('signal') })
    queue.close(queue.shown()[1]?.key ?? 0)
    until.abort()
    expect(gone).toEqual(['press', 'signal'])
    vi.advanceTimersByTime(2500)
    expect(gone).toEqual(['press', 'signal', 'time'])
    queue.add({ ...saved, id: 'late', until: until.signal })
    expect(titles(queue)).toEqual([])
  })
})

describe('the box of an element', () => {
  test('keeps what comes before anybody takes it, in its order', () => {
    const box = createNoticeQueue()
    let asked = 0
    box.onWaiting(() => (asked += 1))
    box.put(saved)
    box.put({ ...saved, title: 'Sent' })
    expect(asked).toBe(2)
    const taken: string[] = []
    const stop = box.take(({ title }) => taken.push(title))
    box.put({ ...saved, title: 'Paused' })
    expect(taken).toEqual(['Saved', 'Sent', 'Paused'])
    stop()
    box.put({ ...saved, title: 'Kept' })
    box.take(({ title }) => taken.push(title))
    expect(taken).toEqual(['Saved', 'Sent', 'Paused', 'Kept'])
  })

  test('asks at once for who listens later than the first notice', () => {
    const box = createNoticeQueue()
    box.put(saved)
    const hear = vi.fn()
    box.onWaiting(hear)
    expect(hear).toHaveBeenCalledTimes(1)
  })

  test('knows what was said a moment ago', () => {
    let now = 0
    const box = createNoticeQueue(() => now)
    expect(box.isNew(saved)).toBe(true)
    now = 2000
    expect(box.isNew(saved)).toBe(false)
    now = 3000
    expect(box.isNew(saved)).toBe(true)
  })
})
