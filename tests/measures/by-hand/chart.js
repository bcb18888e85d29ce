const day = 86_400_000
const iso = (at) => new Date(at).toISOString().slice(0, 10)
const yesterday = Date.parse(new Date().toLocaleDateString('en-CA')) - day
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
  const answer = await fetch(`${platform}/v2/report/${what}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, ...more }),
  })
  return (await answer.json()).result
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
const step = (width - 2 * side) / trend.buckets.length
const middle = (index) => side + step * (index + 0.5)
const scales = ['cost', 'return_on_ad_spend'].map((id) => {
  const values = trend.buckets.map(({ metrics }) => Number(metrics[id] ?? 0))
  const past = trend.buckets.map((bucket) => Number(bucket.before?.metrics[id] ?? 0))
  const most = Math.max(...values, ...past) || 1
  return { values, past, most, y: (value) => height - foot - (value / most) * (height - foot - top) }
})
const [cost, rate] = scales
for (let tick = 0; tick <= 3; tick++) {
  const y = cost.y((cost.most * tick) / 3)
  svg.append(make('path', { class: 'grid', d: `M${side} ${y}H${width - side}` }))
  svg.append(make('text', { x: side - 8, y: y + 4, 'text-anchor': 'end' }, short.format((cost.most * tick) / 3)))
  svg.append(make('text', { x: width - side + 8, y: y + 4 }, short.format((rate.most * tick) / 3)))
}
cost.values.forEach((value, index) => {
  const y = cost.y(value)
  const isSoft = !trend.buckets[index].settled
  svg.append(
    make('rect', { class: isSoft ? 'soft' : '', x: middle(index) - step * 0.32, y, width: step * 0.64, height: height - foot - y }),
  )
})
const line = (values, y) => values.map((value, index) => `${index ? 'L' : 'M'}${middle(index)} ${y(value)}`).join('')
for (const { past, y } of scales) svg.append(make('path', { class: 'dashed', d: line(past, y) }))
svg.append(make('path', { d: line(rate.values, rate.y) }))
svg.append(...rate.values.map((value, index) => make('circle', { cx: middle(index), cy: rate.y(value), r: 2 })))
trend.buckets.forEach(({ start }, index) => {
  if (index % 5 === 0)
    svg.append(make('text', { x: middle(index), y: height - 4, 'text-anchor': 'middle' }, dayName.format(Date.parse(start))))
})
document.querySelector('#chart').ariaBusy = 'false'
