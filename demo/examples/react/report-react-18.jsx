import { useEffect, useRef, useState } from 'react'
import 'placard/ad-report-chart'

const getToken = async ({ signal }) => (await fetch('/token', { signal })).json()

/** React 18 sets only attributes on custom elements, so a ref sets `getToken` and adds the event listener. */
export function Report() {
  const chart = useRef(null)
  const [heard, setHeard] = useState('')
  useEffect(() => {
    const node = chart.current
    const hear = () => setHeard('The figures are there.')
    node.getToken = getToken
    node.addEventListener('ad-ready', hear)
    return () => node.removeEventListener('ad-ready', hear)
  }, [])
  return (
    <section>
      <ad-report-chart ref={chart} client-id="1" advertiser-id="1" date-range="last_30_days" compare="previous_period" />
      <output id="heard">{heard}</output>
    </section>
  )
}
