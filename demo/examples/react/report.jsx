import { useState } from 'react'
import 'placard/ad-report-chart'

/** React 19 sets attributes and event listeners directly on the custom element. */
export function Report() {
  const [heard, setHeard] = useState('')
  return (
    <section>
      <ad-report-chart
        client-id="1"
        advertiser-id="1"
        date-range="last_30_days"
        compare
        onad-ready={() => setHeard('The figures are there.')}
      />
      <output id="heard">{heard}</output>
    </section>
  )
}
