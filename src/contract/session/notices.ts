export type NoticeKind = 'success' | 'error' | 'warning' | 'info'

/** A short notice: what happened, and an optional action. */
export interface Notice {
  readonly kind: NoticeKind
  readonly title: string
  readonly text?: string
  /** Notices with the same id count as the same notice; the default id is the text. */
  readonly id?: string
  readonly durationMs?: number
  /** One action, such as Undo; the notice is shown longer. */
  readonly act?: { readonly label: string; readonly onPress: () => void }
  /** Removes the notice early. */
  readonly until?: AbortSignal
  /** Called when the notice was closed, expired or was replaced by newer ones. */
  readonly onGone?: () => void
}

/** How long notices are shown, and how long a repetition is suppressed. */
export const noticeTimes = { shownMs: 2500, withActMs: 8000, guardExtraMs: 500 } as const

export const noticeId = ({ id, kind, title, text = '' }: Notice) => id ?? [kind, title, text].join('\n')
export const noticeMs = ({ durationMs, act }: Notice) => durationMs ?? (act ? noticeTimes.withActMs : noticeTimes.shownMs)

/** End of the suppression, by notice id. */
export type SuppressedNotices = Map<string, number>

/** Whether the same notice was shown recently. If not, its repetitions are suppressed from now on. */
export function isRepeated(guarded: SuppressedNotices, notice: Notice, nowMs: number): boolean {
  for (const [id, until] of guarded) if (until <= nowMs) guarded.delete(id)
  const id = noticeId(notice)
  if (guarded.has(id)) return true
  guarded.set(id, nowMs + noticeMs(notice) + noticeTimes.guardExtraMs)
  return false
}
