import type { ReactNode } from 'react'
import { addStyles } from '../theme/styles.ts'
import { DateTimeText } from '../format/date-text.tsx'
import { RelativeTime } from '../format/relative-time.tsx'
import { Avatar } from './avatar.tsx'
import css from './badge.css'

addStyles(css)

export interface TimelineItem {
  readonly id: string
  readonly who: string
  /** The action, as a sentence that continues after the name. */
  readonly what: ReactNode
  readonly moment: string
  readonly note?: ReactNode
}

interface TimelineProps {
  /** Newest first. */
  readonly items: readonly TimelineItem[]
  readonly zone: string
  readonly now?: () => number
}

/** A history of user actions. */
export const Timeline = ({ items, zone, now = Date.now }: TimelineProps) => (
  <ol className="timeline">
    {items.map(({ id, who, what, moment, note }) => (
      <li key={id}>
        <Avatar name={who} isNamed />
        <div>
          <div>
            <b>{who}</b> {what}
          </div>
          {note && <div className="timeline-note">{note}</div>}
          <small>
            <RelativeTime moment={moment} zone={zone} now={now} /> · <DateTimeText moment={moment} zone={zone} />
          </small>
        </div>
      </li>
    ))}
  </ol>
)
