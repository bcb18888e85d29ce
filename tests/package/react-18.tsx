import 'placard'
import type { AdReportChartElement } from 'placard/types'
import 'placard/types/react-18'
import { useRef } from 'react'

export function Report() {
  const chart = useRef<AdReportChartElement>(null)
  const refresh = () => chart.current?.refresh()
  return (
    <section>
      <button type="button" onClick={refresh}>
        Again
      </button>
      <ad-report-chart ref={chart} client-id="1" metrics="cost,clicks" inherit />
      <ad-frame src="https://console.example/embedded/clients/1/chart" min-height="400" />
    </section>
  )
}

// @ts-expect-error metrics are named
export const wrong = <ad-report-chart metrics={3} />
