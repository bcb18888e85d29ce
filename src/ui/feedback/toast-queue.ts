import { type SuppressedNotices, isRepeated, type Notice, noticeId, noticeMs } from '../../contract/session/notices.ts'

/** A notice that is shown. */
export interface Toast extends Notice {
  readonly key: number
}

/** Maximum number of visible toasts. */
export const maxToasts = 4

interface Timeout {
  timer: ReturnType<typeof setTimeout> | undefined
  leftMs: number
  since: number
}

export type ToastQueue = ReturnType<typeof createToastQueue>

/** The toasts of one element: visibility, timeouts and duplicate checks. */
export function createToastQueue() {
  let shown: readonly Toast[] = []
  let serial = 0
  let isHeld = false
  const guarded: SuppressedNotices = new Map()
  const clocks = new Map<number, Timeout>()
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const close = (key: number) => {
    const gone = shown.find((toast) => toast.key === key)
    if (!gone) return
    clearTimeout(clocks.get(key)?.timer)
    clocks.delete(key)
    set(shown.filter((toast) => toast !== gone))
    gone.onGone?.()
  }
  const start = (key: number, clock: Timeout) => {
    clock.since = Date.now()
    clock.timer = setTimeout(() => close(key), clock.leftMs)
  }
  const stop = (clock: Timeout) => {
    clearTimeout(clock.timer)
    clock.leftMs = Math.max(clock.leftMs - (Date.now() - clock.since), 500)
  }
  // Toasts with an action and errors stay longest.
  const makeRoom = () => {
    const droppable = shown.find(({ act, kind }) => !act && kind !== 'error') ?? shown.find(({ act }) => !act) ?? shown[0]
    if (shown.length >= maxToasts && droppable) close(droppable.key)
  }
  return {
    shown: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Shows a notice, unless the same one is visible or was shown a moment ago. */
    add(notice: Notice) {
      const id = noticeId(notice)
      if (notice.until?.aborted || isRepeated(guarded, notice, Date.now()) || shown.some((toast) => noticeId(toast) === id)) return
      makeRoom()
      serial += 1
      const key = serial
      notice.until?.addEventListener('abort', () => close(key), { once: true })
      const clock: Timeout = { timer: undefined, leftMs: noticeMs(notice), since: Date.now() }
      clocks.set(key, clock)
      if (!isHeld) start(key, clock)
      set([...shown, { ...notice, key }])
    },
    close,
    /** Pauses the timeouts while the user reads the toasts or the page is hidden. */
    hold(holds: boolean) {
      if (holds === isHeld) return
      isHeld = holds
      for (const [key, clock] of clocks)
        if (holds) stop(clock)
        else start(key, clock)
    },
    clear() {
      for (const { key } of shown) close(key)
    },
  }
}
