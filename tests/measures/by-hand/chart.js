import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

const day = 86_400_000
const iso = (at) => new Date(at).toISOString().slice(0, 10)
const here = new Date()
const yesterday = Date.UTC(here.getFullYear(), here.getMonth(), here.getDate()) - day
const body = {
  member_group_id: 1,
  advertiser_ids: [1],
  start_date: iso(yesterday - 29 * day),
  end_date: iso(yesterday),
  compare: 'previous_period',
  metrics: ['cost', 'revenue', 'return_on_ad_spend'],
}
const names = { cost: 'Spend', revenue: 'Revenue', return_on_ad_spend: 'Return on ad spend' }
const percent = new Intl.NumberFormat('en-US', { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact' })
const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

const { access_token: token } = await (await fetch('/token')).json()
const platform = new URL(import.meta.url).searchParams.get('platform')
const ask = async (what, more) => {
  const response = await fetch(`${platform}/v2/report/${what}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, ...more }),
  })
  return (await response.json()).result
}
const [trend, total] = await Promise.all([ask('trend', { week_start: 7 }), ask('total')])

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: total.currency_code })
const worded = (id, value) => (id === 'return_on_ad_spend' ? `${Number(value ?? 0).toFixed(2)}×` : money.format(value))
const make = (name, attributes, text) => {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  if (text) node.textContent = text
  return node
}

for (const { metric, total: value, percentage } of total.kpis) {
  const figure = document.createElement('div')
  for (const [tag, text] of [
    ['dt', names[metric]],
    ['dd', worded(metric, value)],
    ['dd', percentage === null ? '' : percent.format(percentage)],
  ])
    figure.append(Object.assign(document.createElement(tag), { textContent: text }))
  document.querySelector('dl').append(figure)
}
const { before } = trend
document.querySelector('section p').textContent =
  `${names.cost} (bars), ${names.return_on_ad_spend} (line), ${before.start_date} to ${before.end_date} (dashed)`

const svg = document.querySelector('svg')
const [width, height, side, top, foot] = [svg.clientWidth, 272, 48, 28, 26]
const x = scaleBand()
  .domain(trend.buckets.map(({ start }) => start))
  .range([side, width - side])
  .padding(0.36)
const middle = (index) => x(trend.buckets[index].start) + x.bandwidth() / 2
const scales = ['cost', 'return_on_ad_spend'].map((id) => {
  const values = trend.buckets.map(({ metrics }) => Number(metrics[id] ?? 0))
  const past = trend.buckets.map(({ before }) => Number(before?.metrics[id] ?? 0))
  const y = scaleLinear()
    .domain([0, Math.max(...values, ...past) || 1])
    .nice(3)
    .range([height - foot, top])
  return { values, past, y, ticks: y.ticks(3) }
})
const [cost, rate] = scales
const label = (scale, tick, attributes) => svg.append(make('text', { y: scale.y(tick) + 4, ...attributes }, short.format(tick)))
for (const tick of cost.ticks) {
  svg.append(make('path', { class: 'grid', d: `M${side} ${cost.y(tick)}H${width - side}` }))
  label(cost, tick, { x: side - 8, 'text-anchor': 'end' })
}
for (const tick of rate.ticks) label(rate, tick, { x: width - side + 8 })
cost.values.forEach((value, index) => {
  const { start, settled } = trend.buckets[index]
  const box = { x: x(start), y: cost.y(value), width: x.bandwidth(), height: cost.y(0) - cost.y(value) }
  svg.append(make('rect', { class: settled ? '' : 'soft', ...box }))
})
const pathOf = (values, y) => line((_, index) => middle(index), y)(values)
for (const { past, y } of scales) svg.append(make('path', { class: 'dashed', d: pathOf(past, y) }))
svg.append(make('path', { d: pathOf(rate.values, rate.y) }))
svg.append(...rate.values.map((value, index) => make('circle', { cx: middle(index), cy: rate.y(value), r: 2 })))
trend.buckets.forEach(({ start }, index) => {
  if (index % 5 === 0)
    svg.append(make('text', { x: middle(index), y: height - 4, 'text-anchor': 'middle' }, dayName.format(Date.parse(start))))
})
document.querySelector('#chart').ariaBusy = 'false'
