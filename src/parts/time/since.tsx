import { useCallback } from 'react'
import { useRuntime } from '../../kit/runtime.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { ownZone } from './own-zone.ts'

interface SinceProps {
  /** An ISO 8601 time in UTC. */
  readonly moment: string | null
  /** The time zone of the full time shown on hover; the browser's zone by default. */
  readonly zone?: string | undefined
}

/** A stable function that returns the platform's time in milliseconds; that clock can be ahead in a demonstration. */
export function useClock(): () => number {
  const { now } = useRuntime()
  return useCallback(() => now().getTime(), [now])
}

/** How long ago a moment was, by the platform's clock. */
export function Since({ moment, zone = ownZone() }: SinceProps) {
  return <RelativeTime moment={moment} zone={zone} now={useClock()} />
}
