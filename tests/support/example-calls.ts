import type { Endpoint } from '../../src/contract/endpoint.ts'
import { people } from './people.ts'
import { factDay } from './small-seed.ts'

/** What a call is about. */
export interface Target {
  readonly client: number
  readonly advertiser: number
}
/** Any call at all, as it goes over the wire. */
export interface AnyCall {
  readonly path?: Record<string, number | string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown>
}

const days = { start_date: factDay, end_date: factDay, metrics: ['impressions'] }
const report = ({ client, advertiser }: Target, more: object = {}): AnyCall => ({
  body: { member_group_id: client, advertiser_ids: [advertiser], campaign_ids: [advertiser * 10], ...days, ...more },
})
const inClient = ({ client }: Target): AnyCall => ({ path: { memberGroupId: client } })
const plain = (): AnyCall => ({})
const ownSetting = { path: { userId: people.clientAdmin.userId, name: 'table.campaigns' } }

/** A call that is right in every way, for each endpoint; a new endpoint needs a line here. */
const examples: Readonly<Record<string, (target: Target) => AnyCall>> = {
  'GET api/k1-ui/config': plain,
  'POST ofrep/v1/evaluate/flags': () => ({ body: { context: { targetingKey: 'anonymous', environment: 'development' } } }),
  'GET v1/currencies': plain,
  'GET v1/locales': plain,
  'GET v1/member_groups': () => ({ query: { start: '0', count: '20' } }),
  'GET v1/member_groups/:memberGroupId': inClient,
  'GET v1/member_groups/:memberGroupId/channels': inClient,
  'GET v1/member_groups/:memberGroupId/theme': inClient,
  'POST v1/sso/login': ({ client }) => ({ body: { member_group_id: client, access_token: 'any', id_token: 'any' } }),
  'GET users/user_by_email': () => ({ query: { email: 'advertiserviewer@placard.example' } }),
  'GET v1/users/:userId/settings/:name': () => ownSetting,
  'PUT v1/users/:userId/settings/:name': () => ({
    ...ownSetting,
    body: {
      value: {
        columns: [
          { key: 'name', is_shown: true, width: 240 },
          { key: 'spend', is_shown: false },
        ],
      },
    },
  }),
  'POST v2/report': (target) =>
    report(target, {
      dimensions: ['advertiser_name', 'campaign_name'],
      pagination: { start: 0, count: 10 },
      sort: [{ field: 'impressions', order: 'desc' }],
      filters: [{ field: 'campaign_name', operation: 'ILIKE', value: 'mark' }],
    }),
  'POST v2/report/trend': (target) => report(target, { granularity: 'day', compare: 'previous_period', week_start: 1 }),
  'POST v2/report/total': (target) => report(target, { currency_code: 'USD', context: 'general' }),
}

/** The name of an endpoint, as people write it. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** A right call of an endpoint about a target. */
export function exampleOf(endpoint: Endpoint, target: Target): AnyCall {
  const example = examples[nameOf(endpoint)]
  if (!example) throw new Error(`tests/support/example-calls.ts has no call of ${nameOf(endpoint)}`)
  return example(target)
}
