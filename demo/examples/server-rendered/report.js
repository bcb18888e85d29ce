import { createElement as h, useEffect, useRef, useState } from 'react'
import 'placard/ad-report-chart'

/** The server renders only the tag and its attributes. Hydration does not attach listeners to it, so an effect adds the listener. */
export function Report() {
  const chart = useRef(null)
  const [heard, setHeard] = useState('')
  useEffect(() => {
    const node = chart.current
    const hear = () => setHeard('The figures are there.')
    node.addEventListener('ad-ready', hear)
    return () => node.removeEventListener('ad-ready', hear)
  }, [])
  const attributes = { 'client-id': '1', 'advertiser-id': '1', 'date-range': 'last_30_days', compare: 'previous_period' }
  return h('section', null, h('ad-report-chart', { ref: chart, ...attributes }), h('output', { id: 'heard' }, heard))
}
