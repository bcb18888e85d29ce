import { useCallback } from 'react'
import { useRuntime } from '../../kit/runtime.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'

interface SinceProps {
  /** As ISO 8601 in UTC. */
  readonly moment: string | null
  /** Whose clocks the whole moment is told by, on hover; the person's own without. */
  readonly zone?: string | undefined
}

/** The platform's clock, which may be ahead in a demonstration, in milliseconds; the same from one render to the next. */
export function useClock(): () => number {
  const { now } = useRuntime()
  return useCallback(() => now().getTime(), [now])
}

/** How long ago something was by the platform's clock. */
export function Since({ moment, zone = Intl.DateTimeFormat().resolvedOptions().timeZone }: SinceProps) {
  return <RelativeTime moment={moment} zone={zone} now={useClock()} />
}
