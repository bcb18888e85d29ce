import { configure, discover } from 'placard'
import 'placard/ad-report-chart'
import { connect } from 'placard/host'
import type { AdReportChartElement } from 'placard/types'

configure({ apiBase: 'https://console.example', getToken: async ({ reason }) => ({ access_token: reason, expires_at: 0 }) })
discover(document)

const chart: AdReportChartElement = document.createElement('ad-report-chart')
chart.clientId = '1'
chart.inherit = true
chart.addEventListener('ad-report-exported', ({ detail }) => detail.rows.toFixed())
document.querySelector('ad-frame')?.setAttribute('src', 'https://console.example/embedded/clients/1/chart')
// @ts-expect-error a client's id is text
chart.clientId = 1
// @ts-expect-error an undeclared property
chart.clientIdentity = '1'

const connection = connect(chart, { timeoutMs: 5000 })
connection.on('ad-report-range-changed', ({ start_date }) => start_date.slice(0, 4))
connection.on('resized', ({ height }) => height + 1)
connection.send('navigate', { path: 'table' })
connection.send('refresh')
// @ts-expect-error an event that no tag declares
connection.on('ad-report-vanished', () => undefined)
// @ts-expect-error a path is needed
connection.send('navigate', {})
const { allowed } = await connection.request('confirm-leave', {})
allowed.valueOf()
