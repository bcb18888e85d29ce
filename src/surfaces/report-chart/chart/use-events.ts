import { useEffect, useRef } from 'react'
import { useGuest } from '../../../kit/host/guest.tsx'
import { unknownNames } from '../query.ts'
import type { ChartState, ReportChartProps } from './use-chart.ts'

/** Tells the page when something failed or cannot be read, and when the dates were changed. */
export function useAnnounced({ problem, choice, unreadable }: ChartState, asked: ReportChartProps) {
  const { tag, emit } = useGuest()
  const shown = `${choice.days.start_date} ${choice.days.end_date}`
  const last = useRef(shown)
  const unread = [...(unreadable ? [unreadable] : []), ...unknownNames(asked)]
    .map(({ attribute, value }) => `${attribute}="${value}"`)
    .join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each problem
  useEffect(() => {
    if (problem)
      emit('ad-error', {
        code: problem.code,
        retryable: problem.retryable,
        ...(problem.requestId && { request_id: problem.requestId }),
      })
  }, [problem])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each markup
  useEffect(() => {
    if (!unread) return
    console.warn(`<${tag}> cannot read ${unread}`)
    emit('ad-error', { code: 'attribute_invalid', retryable: false })
  }, [unread])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each change
  useEffect(() => {
    if (last.current !== shown) asked.emit('ad-report-range-changed', { ...choice.days })
    last.current = shown
  }, [shown])
}
