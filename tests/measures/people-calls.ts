import { measuredQueries } from './report-queries.ts'

/** One HTTP request. */
export interface MeasuredCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const versionIn = (result: unknown) =>
  typeof result === 'object' && result !== null && 'version' in result && typeof result.version === 'number' ? result.version : undefined

/** A user of their own client: cycles through seventeen reads and three writes; each user starts at another call. */
export function callsOf(number: number): (last: unknown) => MeasuredCall {
  const own = `v1/member_groups/${number}`
  const get = (path: string): MeasuredCall => ({ method: 'GET', path, headers: { 'X-Own': String(number) } })
  const colours = { font_family: 'Default', button_color: '#112233', button_text_color: '#ffffff' }
  let turn = number % 5
  let version = 0
  const paint = (): MeasuredCall => {
    const primary_color = `#${(turn % 0xffffff).toString(16).padStart(6, '0')}`
    return { method: 'PUT', path: `${own}/measured_theme`, body: JSON.stringify({ ...colours, primary_color }) }
  }
  const rename = (): MeasuredCall => ({
    method: 'PATCH',
    path: `${own}/measured_name`,
    headers: { 'If-Match': `${version}` },
    body: JSON.stringify({ name: `Client ${number}, ${turn}` }),
  })
  const me = get(`users/user_by_email?email=person${number}@placard.example`)
  const one = get(own)
  const theme = get(`${own}/theme`)
  const channels = get(`${own}/channels`)
  const all = get('v1/member_groups')
  const currencies = get('v1/currencies')
  const locales = get('v1/locales')
  const round = [
    me,
    theme,
    one,
    channels,
    all,
    one,
    rename,
    one,
    currencies,
    theme,
    me,
    locales,
    one,
    rename,
    channels,
    one,
    theme,
    paint,
    all,
    channels,
  ]
  return (last) => {
    version = versionIn(last) ?? version
    const next = round[turn++ % round.length] ?? one
    return typeof next === 'function' ? next() : next
  }
}

/** A user who requests one report after the other. */
export function reportsOf(number: number): () => MeasuredCall {
  let turn = number
  return () => {
    const { path, body } = measuredQueries[turn++ % measuredQueries.length] ?? { path: '', body: {} }
    return { method: 'POST', path, body: JSON.stringify(body) }
  }
}
