export type NoticeKind = 'success' | 'error' | 'warning' | 'info'

/** A short notice: what happened, and what can be done about it while it stands there. */
export interface Notice {
  readonly kind: NoticeKind
  readonly title: string
  readonly text?: string
  /** Two of one id are one; without it the words themselves are. */
  readonly id?: string
  readonly durationMs?: number
  /** One act, such as Undo; the notice stays longer for it. */
  readonly act?: { readonly label: string; readonly onPress: () => void }
  /** Takes the notice away before its time. */
  readonly until?: AbortSignal
  /** It was closed, its time was over, or newer ones took its place. */
  readonly onGone?: () => void
}

/** How long notices are shown and guarded against their own repetition. */
export const noticeTimes = { shownMs: 2500, withActMs: 8000, guardExtraMs: 500 } as const

export const noticeId = ({ id, kind, title, text = '' }: Notice) => id ?? [kind, title, text].join('\n')
export const noticeMs = ({ durationMs, act }: Notice) => durationMs ?? (act ? noticeTimes.withActMs : noticeTimes.shownMs)

/** Until when each id is guarded. */
export type Guarded = Map<string, number>

/** Whether the same was said a moment ago; what was not is guarded from now on. */
export function isRepeated(guarded: Guarded, notice: Notice, nowMs: number): boolean {
  for (const [id, until] of guarded) if (until <= nowMs) guarded.delete(id)
  const id = noticeId(notice)
  if (guarded.has(id)) return true
  guarded.set(id, nowMs + noticeMs(notice) + noticeTimes.guardExtraMs)
  return false
}
