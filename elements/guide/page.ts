// The script of the guide's pages: code blocks that can be copied, and the live example, whose figures are made here.
import { ofetch } from 'ofetch'

const dayMs = 86_400_000

/** What the example's controls changed: how the simulated platform answers, and whether the page provides tokens. */
const simulated = { failure: '', givesTokens: true }

const nodesOf = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Sample values of one day: a weekly rhythm with a slow rise, the same at every visit of the same day. */
function sampleDay(day: string) {
  const index = Date.parse(day) / dayMs
  const weekly = [1, 0.94, 0.97, 1.02, 1.18, 1.31, 1.2][index % 7] ?? 1
  const cost = 640 * weekly * (1 + 0.16 * Math.sin(index / 5)) + (index % 365)
  const revenue = cost * (4.2 + 0.7 * Math.sin(index / 3.3))
  return { cost, revenue }
}

function sampleValues(days: readonly string[], metrics: readonly string[]) {
  const sums = days.map(sampleDay).reduce((sum, day) => ({ cost: sum.cost + day.cost, revenue: sum.revenue + day.revenue }))
  const metricValue = (metric: string) => {
    if (metric === 'cost') return sums.cost.toFixed(2)
    if (metric === 'revenue') return sums.revenue.toFixed(2)
    return metric === 'return_on_ad_spend' ? sums.revenue / sums.cost : Math.round(sums.cost * 37)
  }
  return Object.fromEntries(metrics.map((metric) => [metric, metricValue(metric)]))
}

interface ReportRequest {
  readonly start_date: string
  readonly end_date: string
  readonly metrics: readonly string[]
  readonly compare?: string
}

/** The reply of the platform to the two requests of a chart. */
function sampleReport(path: string, { start_date, end_date, metrics, compare = 'none' }: ReportRequest) {
  const count = (Date.parse(end_date) - Date.parse(start_date)) / dayMs + 1
  const daysFrom = (first: number) => Array.from({ length: count }, (_, index) => dayAt(first + index * dayMs))
  const days = daysFrom(Date.parse(start_date))
  const isCompared = compare !== 'none'
  const before = isCompared ? daysFrom(Date.parse(start_date) - count * dayMs) : []
  const head = {
    currency_code: 'USD',
    currency_symbol: '$',
    currency_digits: 2,
    rates_of: null,
    settled_through: end_date,
    entities_since: null,
    time_zones: ['UTC'],
    start_date,
    end_date,
    before: isCompared ? { start_date: before[0], end_date: before.at(-1) } : null,
  }
  if (path.endsWith('/trend')) {
    const buckets = days.map((day, index) => {
      const then = before[index]
      return {
        start: day,
        metrics: sampleValues([day], metrics),
        before: then ? { start: then, metrics: sampleValues([then], metrics) } : null,
        settled: true,
      }
    })
    return { ...head, granularity: 'day', buckets }
  }
  const totals: Record<string, number | string> = sampleValues(days, metrics)
  const beforeTotals: Record<string, number | string> = isCompared ? sampleValues(before, metrics) : {}
  const kpis = metrics.map((metric) => {
    const total = totals[metric]
    const earlier = beforeTotals[metric]
    const percentage = earlier === undefined ? null : Number(total) / Number(earlier) - 1
    return { metric, total, before: earlier ?? null, percentage }
  })
  return { ...head, kpis }
}

const reply = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

const failures: Readonly<Record<string, () => Response>> = {
  offline: () => {
    throw new TypeError('Failed to fetch')
  },
  origin_refused: () =>
    reply(403, {
      status: 'error',
      code: 'origin_refused',
      error: `Pages of ${location.origin} are not allowed. Ask the platform operator.`,
    }),
  internal: () => reply(500, { status: 'error', code: 'internal', error: 'Something went wrong', request_id: 'sample-request' }),
}

/** Answers every request of the example's element in this page, so that none reaches the platform. */
function simulatePlatform() {
  const real = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname } = new URL(request.url)
    if (origin !== location.origin || !/^\/(v\d|api|ofrep)\//.test(pathname)) return real(input, init)
    const fail = failures[simulated.failure]
    if (fail) return fail()
    if (!/^\/v2\/report\/(trend|total)$/.test(pathname)) return reply(404, { status: 'error', code: 'not_found', error: 'No sample' })
    return reply(200, { status: 'success', result: sampleReport(pathname, await request.json()) })
  }
}

/** A new function starts a new session, as after a sign-in. */
const tokenFunction = () => async () => {
  if (!simulated.givesTokens) throw new Error('The page refuses tokens')
  return { access_token: 'sample', expires_at: Date.now() / 1000 + 600 }
}

interface Chart extends HTMLElement {
  getToken?: () => Promise<{ access_token: string; expires_at: number }>
  themeTokens?: Readonly<Record<string, string>>
  refresh?: () => void
}

const actions: Readonly<Record<string, (chart: Chart, value: string) => void>> = {
  'date-range': (chart, value) => chart.setAttribute('date-range', value),
  theme: (chart, value) => chart.setAttribute('theme', value),
  accent: (chart, value) => {
    chart.themeTokens = value ? { accent: value } : {}
  },
  refresh: (chart) => chart.refresh?.(),
  failure: (chart, value) => {
    simulated.failure = value
    chart.refresh?.()
  },
  token: (chart, value) => {
    simulated.givesTokens = value === 'give'
    chart.getToken = tokenFunction()
  },
}

/** Lists the events of the element, newest first. */
function listEvents(chart: Chart, list: Element) {
  chart.addEventListener('placard', (event) => {
    const { type, detail } = (event as CustomEvent<CustomEvent>).detail // the element dispatches each of its events as the detail
    const row = document.createElement('li')
    const name = document.createElement('b')
    name.textContent = type
    row.append(name, ` ${detail ? JSON.stringify(detail) : ''}`)
    list.prepend(row)
    if (list.children.length > 30) list.lastElementChild?.remove()
  })
}

function startExample(example: HTMLElement) {
  simulatePlatform()
  const chart = example.querySelector<Chart>('ad-report-chart')
  if (!chart) return
  chart.getToken = tokenFunction()
  const list = example.querySelector('.log')
  if (list) listEvents(chart, list)
  example.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null
    if (!button) return
    const { action = '', value = '' } = button.dataset
    for (const one of button.parentElement?.querySelectorAll('[aria-pressed]') ?? [])
      one.setAttribute('aria-pressed', String(one === button))
    actions[action]?.(chart, value)
  })
  const policy = example.querySelector('.policy')
  if (policy)
    void ofetch.raw(location.href, { method: 'HEAD' }).then(({ headers }) => {
      policy.textContent = (headers.get('content-security-policy') ?? '').replaceAll('; ', ';\n')
    })
}

/** Copies a code block; the button says whether that worked until the next one is copied. `status` says it to screen readers. */
function copyCode(button: HTMLElement, status: HTMLElement) {
  const code = button.parentElement?.querySelector('code')?.textContent ?? ''
  for (const other of nodesOf('.copy')) other.textContent = other.dataset.text ?? ''
  status.textContent = ''
  const show = (text: string) => {
    button.textContent = text
    status.textContent = text
  }
  const copied = navigator.clipboard ? navigator.clipboard.writeText(code) : Promise.reject(new Error('Copying needs https'))
  copied.then(
    () => show('Copied'),
    () => show('Select the text'),
  )
}

function makeCopyable() {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.className = 'said'
  document.body.append(status)
  for (const button of nodesOf('.copy')) button.addEventListener('click', () => copyCode(button, status))
}

/** The contents are open next to the text, and closed above it on narrow screens. */
function foldContents() {
  const details = document.querySelector<HTMLDetailsElement>('.contents details')
  const isWide = matchMedia('(min-width: 900px)')
  const follow = () => {
    if (details) details.open = isWide.matches
  }
  isWide.addEventListener('change', follow)
  follow()
}

foldContents()
makeCopyable()
const example = document.querySelector<HTMLElement>('.live')
if (example) startExample(example)
// The markup disables the buttons, because a press before this script has run would be lost.
for (const button of document.querySelectorAll<HTMLButtonElement>('button:disabled')) button.disabled = false
