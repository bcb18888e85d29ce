import { type SuppressedNotices, isRepeated, type Notice } from '../../contract/session/notices.ts'

type NoticeConsumer = (notice: Notice) => void

/** Keeps an element's notices until the component that shows them is mounted. */
export interface NoticeQueue {
  /** False for a notice that repeats a recent one. */
  isNew(notice: Notice): boolean
  put(notice: Notice): void
  /** Calls the listener for each notice that no component takes, also if one is waiting already. */
  onWaiting(listener: () => void): () => void
  /** Receives the waiting notices and all later ones. */
  readonly take: (take: NoticeConsumer) => () => void
}

export function createNoticeQueue(now: () => number = Date.now): NoticeQueue {
  const guarded: SuppressedNotices = new Map()
  const waiting: Notice[] = []
  const listeners = new Set<() => void>()
  let consumer: NoticeConsumer | undefined
  return {
    isNew: (notice) => !isRepeated(guarded, notice, now()),
    put(notice) {
      if (consumer) return consumer(notice)
      waiting.push(notice)
      for (const listener of listeners) listener()
    },
    onWaiting(listener) {
      listeners.add(listener)
      if (waiting.length > 0) listener()
      return () => void listeners.delete(listener)
    },
    take(take) {
      consumer = take
      for (const notice of waiting.splice(0)) take(notice)
      return () => {
        if (consumer === take) consumer = undefined
      }
    },
  }
}
