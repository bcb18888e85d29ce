/** Grouping of a bare statement: how facts are summed, and how the sums are grouped further. */
export interface Grouping {
  /** SQL expressions over facts, by column name. */
  readonly by?: Readonly<Record<string, string>>
  /** SQL expressions over those columns, when the groups are coarser than the sums. */
  readonly into?: Readonly<Record<string, string>>
  readonly where: string
  /** The day of the exchange rates. */
  readonly ratesOf: string
}

const listed = (names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(([name, expression]) => `${expression} as ${name}, `)
    .join('')
const grouped = (names: readonly string[]) => (names.length > 0 ? `group by ${names.join(', ')}` : '')

/** Facts summed by currency, and the sums converted to dollars, in micros: `groups`. */
export function bareGroups({ by = {}, into, where, ratesOf }: Grouping): string {
  const outer = into ?? Object.fromEntries(Object.keys(by).map((name) => [name, name]))
  const positions = Object.keys(outer).map((_, index) => String(index + 1))
  return `with rates as (
    select currency_code, per_usd from currencies cross join lateral (
      select per_usd from exchange_rates where exchange_rates.currency_code = currencies.currency_code and day <= '${ratesOf}' order by day desc limit 1
    ) as latest
  ), groups as (
    select ${listed(outer)}sum(impressions) as impressions, sum(clicks) as clicks, sum(transactions) as transactions,
      sum(cost / per_usd) as cost, sum(revenue / per_usd) as revenue
    from (
      select ${listed(by)}currency_code, sum(impressions) as impressions, sum(clicks) as clicks, sum(transactions) as transactions,
        sum(cost) as cost, sum(revenue) as revenue
      from facts_daily where member_group_id = 1 and ${where} ${grouped([...Object.keys(by), 'currency_code'])}
    ) as sums join rates using (currency_code) ${grouped(positions)}
  )`
}

/** The seven measured metrics of `groups`, or of an alias of it, with money in dollars. */
export const bareMetrics = (of = 'groups', prefix = '') =>
  [
    ...['impressions', 'clicks', 'transactions'].map((name) => [name, `${of}.${name}`]),
    ...['cost', 'revenue'].map((name) => [name, `round(${of}.${name} / 1e6, 6)`]),
    ['return_on_ad_spend', `${of}.revenue / nullif(${of}.cost, 0)`],
    ['cost_per_click', `round(${of}.cost / 1e6 / nullif(${of}.clicks, 0), 6)`],
  ]
    .map(([name, expression]) => `${expression} as ${prefix}${name}`)
    .join(', ')

/** The same over time. Money is the growth of the rounded running total, so that buckets add up to their total. */
export const bareBuckets = (of = 'groups', prefix = '') => {
  const running = (name: string) => `round(sum(${of}.${name}) over (order by groups.start) / 1e6, 6)`
  const before = (name: string) =>
    `coalesce(round(sum(${of}.${name}) over (order by groups.start rows between unbounded preceding and 1 preceding) / 1e6, 6), 0)`
  return ['cost', 'revenue'].reduce(
    (text, name) => text.replace(`round(${of}.${name} / 1e6, 6) as`, `${running(name)} - ${before(name)} as`),
    bareMetrics(of, prefix),
  )
}

/** Relative change of a metric from `was` to `now`. */
export const bareChanges = (of = 'groups', was = 'before') => {
  const ratios: Record<string, (name: string) => string> = {
    return_on_ad_spend: (name) => `(${name}.revenue / nullif(${name}.cost, 0))`,
    cost_per_click: (name) => `(${name}.cost / nullif(${name}.clicks, 0))`,
  }
  const change = (name: string) => {
    const [now, before] = [of, was].map((side) => ratios[name]?.(side) ?? `${side}.${name}`)
    return `(${now} - ${before})::numeric / nullif(${before}, 0) as ${name}_change`
  }
  return ['impressions', 'clicks', 'transactions', 'cost', 'revenue', 'return_on_ad_spend', 'cost_per_click'].map(change).join(', ')
}
