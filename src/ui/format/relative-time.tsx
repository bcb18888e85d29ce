import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { nothing } from './format.ts'
import { ageOf, ageText, momentText } from './moment.ts'

interface RelativeTimeProps {
  /** As ISO 8601 in UTC. */
  readonly moment: string | null
  /** Whose clocks the whole moment is told by, on hover. */
  readonly zone: string
  readonly now?: () => number
}

/** A timer cannot wait longer than this. */
const longestWaitMs = 2 ** 31 - 1

/** Looks at the clock again exactly when the words change, so that nothing drifts and nothing ticks for nothing. */
function useAge(momentMs: number, now: () => number) {
  const [atMs, setAt] = useState(now)
  const age = ageOf(momentMs, atMs)
  useEffect(() => {
    if (Number.isNaN(momentMs)) return
    const look = () => setAt(now())
    const timer = setTimeout(look, Math.min(ageOf(momentMs, now()).changesInMs, longestWaitMs))
    // A page that sleeps stops its timers.
    const closing = new AbortController()
    document.addEventListener('visibilitychange', look, { signal: closing.signal })
    return () => {
      clearTimeout(timer)
      closing.abort()
    }
  })
  return age
}

function Since({ moment, zone, now = Date.now }: RelativeTimeProps & { readonly moment: string }) {
  const { i18n } = useLingui()
  const age = useAge(Date.parse(moment), now)
  return (
    <time dateTime={moment} title={momentText(moment, i18n.locale, zone)}>
      {ageText(age, i18n.locale)}
    </time>
  )
}

/** How long ago, or until when; the whole moment on hover. */
export const RelativeTime = ({ moment, ...rest }: RelativeTimeProps) =>
  moment === null ? <span className="quiet">{nothing}</span> : <Since moment={moment} {...rest} />
