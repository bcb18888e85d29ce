import { useState } from 'react'
import 'placard/ad-report-chart'

const getToken = async ({ signal }) => (await fetch('/token', { signal })).json()

/** React 19: properties and events stand on the tag. */
export function Report() {
  const [heard, setHeard] = useState('')
  return (
    <section>
      <ad-report-chart
        client-id="1"
        advertiser-id="1"
        date-range="last_30_days"
        compare
        getToken={getToken}
        onad-ready={() => setHeard('The figures are there.')}
      />
      <output id="heard">{heard}</output>
    </section>
  )
}
