import { type Guarded, isRepeated, type Notice } from '../../contract/session/notices.ts'

type Take = (notice: Notice) => void

/** Keeps an element's notices until what shows them is there. */
export interface NoticeBox {
  /** False for what was said a moment ago. */
  isNew(notice: Notice): boolean
  put(notice: Notice): void
  /** Hears of the first notice, and of each while nobody takes them. */
  onWaiting(hear: () => void): () => void
  /** Takes what waits and what comes. */
  readonly take: (take: Take) => () => void
}

/** Makes the box of an element. */
export function createNoticeBox(now: () => number = Date.now): NoticeBox {
  const guarded: Guarded = new Map()
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
