import { useEffect, useRef } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { findUnknownNames } from '../query.ts'
import type { ChartState, ReportChartProps } from './use-chart.ts'

/** Emits errors, invalid attributes and date changes to the host page. */
export function useHostEvents({ problem, choice, unreadable }: ChartState, props: ReportChartProps) {
  const { tag, emit } = useElementContext()
  const shownDays = `${choice.days.start_date} ${choice.days.end_date}`
  const last = useRef(shownDays)
  const unreadableNames = [...(unreadable ? [unreadable] : []), ...findUnknownNames(props)]
    .map(({ attribute, value }) => `${attribute}="${value}"`)
    .join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: emits once per problem
  useEffect(() => {
    if (problem)
      emit('ad-error', {
        code: problem.code,
        retryable: problem.retryable,
        ...(problem.requestId && { request_id: problem.requestId }),
      })
  }, [problem])
  // biome-ignore lint/correctness/useExhaustiveDependencies: warns once per set of attributes
  useEffect(() => {
    if (!unreadableNames) return
    console.warn(`<${tag}> cannot read ${unreadableNames}`)
    emit('ad-error', { code: 'attribute_invalid', retryable: false })
  }, [unreadableNames])
  // biome-ignore lint/correctness/useExhaustiveDependencies: emits once per change
  useEffect(() => {
    if (last.current !== shownDays) props.emit('ad-report-range-changed', { ...choice.days })
    last.current = shownDays
  }, [shownDays])
}
