import { createElement as h, useState } from 'react'
import 'placard/ad-report-chart'

/** On the server this is the tag and its attributes; what it tells is heard once the browser has it. */
export function Report() {
  const [heard, setHeard] = useState('')
  const attributes = { 'client-id': '1', 'advertiser-id': '1', 'date-range': 'last_30_days', compare: 'previous_period' }
  const chart = h('ad-report-chart', { ...attributes, 'onad-ready': () => setHeard('The figures are there.') })
  return h('section', null, chart, h('output', { id: 'heard' }, heard))
}
