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

describe('the guard against repeated notifications', () => {
  test('holds for their duration plus 500 ms', () => {
    const guarded: SuppressedNotices = new Map()
    expect(isRepeated(guarded, saved, 0)).toBe(false)
    expect(isRepeated(guarded, saved, 2999)).toBe(true)
    expect(isRepeated(guarded, saved, 3000)).toBe(false)
  })

  test('identifies them by id, or else by text', () => {
    const guarded: SuppressedNotices = new Map()
    expect(isRepeated(guarded, { ...saved, id: 'a' }, 0)).toBe(false)
    expect(isRepeated(guarded, { ...saved, id: 'a', title: 'Saved again' }, 1)).toBe(true)
    expect(isRepeated(guarded, saved, 2)).toBe(false)
    expect(isRepeated(guarded, { ...saved, kind: 'info' }, 3)).toBe(false)
    expect(isRepeated(guarded, { ...saved, text: 'At 14:02' }, 4)).toBe(false)
  })

  test('forgets expired ones, so that it does not grow', () => {
    const guarded: SuppressedNotices = new Map()
    for (let index = 0; index < 100; index += 1) isRepeated(guarded, { ...saved, id: String(index) }, index * 1000)
    expect(guarded.size).toBeLessThan(5)
  })

  test('a notification with an action stays longer, and one with a duration of its own stays that long', () => {
    expect(noticeMs(saved)).toBe(2500)
    expect(noticeMs({ ...saved, act: { label: 'Undo', onPress: () => undefined } })).toBe(noticeTimes.withActMs)
    expect(noticeMs({ ...saved, durationMs: 20 })).toBe(20)
  })
})

describe('the notification queue', () => {
  test('shows a notification for 2500 ms', () => {
    const queue = createToastQueue()
    queue.add(saved)
    vi.advanceTimersByTime(2499)
    expect(titles(queue)).toEqual(['Saved'])
    vi.advanceTimersByTime(1)
    expect(titles(queue)).toEqual([])
  })

  test('shows equal ones once until the guard expires', () => {
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

  test('shows equal ones once even while it is paused for longer', () => {
    const queue = createToastQueue()
    queue.add(saved)
    queue.hold(true)
    vi.advanceTimersByTime(60_000)
    queue.add(saved)
    expect(titles(queue)).toEqual(['Saved'])
  })

  test('pauses the time, and continues with the rest', () => {
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

  test('gives a notification added during a pause its full time', () => {
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

  test('limits visible notifications; those with actions and errors stay', () => {
    const queue = createToastQueue()
    queue.add({ kind: 'error', title: 'Not saved' })
    queue.add({ ...saved, title: 'Paused', act: { label: 'Undo', onPress: () => undefined } })
    for (let index = 0; index < 9; index += 1) queue.add({ ...saved, title: `Saved ${index}` })
    expect(titles(queue)).toHaveLength(maxToasts)
    expect(titles(queue)).toEqual(['Not saved', 'Paused', 'Saved 7', 'Saved 8'])
  })

  test('reports each removed notification, whatever removed it', () => {
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

describe('the buffer of an element', () => {
  test('keeps early notifications in order', () => {
    const box = createNoticeQueue()
    let waitingCount = 0
    box.onWaiting(() => (waitingCount += 1))
    box.put(saved)
    box.put({ ...saved, title: 'Sent' })
    expect(waitingCount).toBe(2)
    const taken: string[] = []
    const stop = box.take(({ title }) => taken.push(title))
    box.put({ ...saved, title: 'Paused' })
    expect(taken).toEqual(['Saved', 'Sent', 'Paused'])
    stop()
    box.put({ ...saved, title: 'Kept' })
    box.take(({ title }) => taken.push(title))
    expect(taken).toEqual(['Saved', 'Sent', 'Paused', 'Kept'])
  })

  test('sends them at once to a listener added later', () => {
    const box = createNoticeQueue()
    box.put(saved)
    const hear = vi.fn()
    box.onWaiting(hear)
    expect(hear).toHaveBeenCalledTimes(1)
  })

  test('remembers a repeated one', () => {
    let now = 0
    const box = createNoticeQueue(() => now)
    expect(box.isNew(saved)).toBe(true)
    now = 2000
    expect(box.isNew(saved)).toBe(false)
    now = 3000
    expect(box.isNew(saved)).toBe(true)
  })
})
