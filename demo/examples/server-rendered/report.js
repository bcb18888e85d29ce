import { createElement as h, useEffect, useState } from 'react'
import 'placard/ad-report-chart'

const getToken = async ({ signal }) => (await fetch('/token', { signal })).json()

/** On the server this is the tag and its attributes; the function and the events come with the browser. */
export function Report() {
  const [heard, setHeard] = useState('')
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const attributes = { 'client-id': '1', 'advertiser-id': '1', 'date-range': 'last_30_days', compare: 'previous_period' }
  const live = isHere && { getToken, 'onad-ready': () => setHeard('The figures are there.') }
  return h('section', null, h('ad-report-chart', { ...attributes, ...live }), h('output', { id: 'heard' }, heard))
}
