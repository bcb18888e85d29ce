import { type SuppressedNotices, isRepeated, type Notice } from '../../contract/session/notices.ts'

type Take = (notice: Notice) => void

/** Keeps an element's notices until the component that shows them is mounted. */
export interface NoticeQueue {
  /** False for a notice that repeats a recent one. */
  isNew(notice: Notice): boolean
  put(notice: Notice): void
  /** Calls the listener for each notice that no component takes, also if one is waiting already. */
  onWaiting(hear: () => void): () => void
  /** Receives the waiting notices and all later ones. */
  readonly take: (take: Take) => () => void
}

export function createNoticeQueue(now: () => number = Date.now): NoticeQueue {
  const guarded: SuppressedNotices = new Map()
  const waiting: Notice[] = []
  const hearing = new Set<() => void>()
  let taker: Take | undefined
  return {
    isNew: (notice) => !isRepeated(guarded, notice, now()),
    put(notice) {
      if (taker) return taker(notice)
      waiting.push(notice)
      for (const hear of hearing) hear()
    },
    onWaiting(hear) {
      hearing.add(hear)
      if (waiting.length > 0) hear()
      return () => void hearing.delete(hear)
    },
    take(take) {
      taker = take
      for (const notice of waiting.splice(0)) take(notice)
      return () => {
        if (taker === take) taker = undefined
      }
    },
  }
}
