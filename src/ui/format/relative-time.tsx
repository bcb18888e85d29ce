import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { missingValue } from './format.ts'
import { ageOf, ageText, momentText } from './moment.ts'
import { describedTooltip } from '../dialog/tooltip-text.ts'

interface RelativeTimeProps {
  /** ISO 8601 in UTC. */
  readonly moment: string | null
  /** Time zone of the full date in the tooltip. */
  readonly zone: string
  readonly now?: () => number
}

/** Maximum delay of setTimeout. */
const maxWaitMs = 2 ** 31 - 1

/** Re-renders exactly when the text changes; there is no periodic timer. */
function useAge(momentMs: number, now: () => number) {
  const [atMs, setAt] = useState(now)
  const age = ageOf(momentMs, atMs)
  useEffect(() => {
    if (Number.isNaN(momentMs)) return
    const update = () => setAt(now())
    const timer = setTimeout(update, Math.min(ageOf(momentMs, now()).changesInMs, maxWaitMs))
    // Timers stop while the device sleeps or the page is frozen.
    const closing = new AbortController()
    document.addEventListener('visibilitychange', update, { signal: closing.signal })
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
    <time dateTime={moment} {...describedTooltip(momentText(moment, i18n.locale, zone))}>
      {ageText(age, i18n.locale)}
    </time>
  )
}

/** A relative time, with the full date in a tooltip. */
export const RelativeTime = ({ moment, ...rest }: RelativeTimeProps) =>
  moment === null ? <span className="quiet">{missingValue}</span> : <Since moment={moment} {...rest} />
