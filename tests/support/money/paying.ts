import { addMethod } from '../../../demo/platform/payments/methods.ts'
import { paymentPages } from '../../../demo/platform/payments/page.ts'
import { paymentJobs } from '../../../demo/platform/payments/jobs.ts'
import { sandbox, storeMethod } from '../../../demo/platform/payments/sandbox.ts'
import { contract } from '../../../src/contract/index.ts'
import { type CallerName, people } from '../world/people.ts'
import { allowedOrigin } from '../world/small-seed.ts'
import { fixedNow, type PlatformResponse, type SmallWorld } from '../world/small-world.ts'

export const cards = {
  good: '4242424242424242',
  refused: '4000000000000002',
  poor: '4000000000009995',
  confirmed: '4000002500003155',
  failing: '4000000000000341',
  fraud: '4000000000006975',
  slow: '4000000000003220',
} as const
export const address = {
  name: 'Advertiser Ltd',
  line_1: 'High Street 1',
  line_2: '',
  city: 'Berlin',
  region: '',
  postal_code: '10115',
  country_code: 'DE',
}
export const advertiser = { member_group_id: 1, advertiser_id: 1 }
export const at = { memberGroupId: 1, advertiserId: 1 }
export const pageOrigin = 'https://pay.example'

/** Stores a card of an advertiser as the payment page does; it was added two days ago. */
export async function addCard({ database: { kysely } }: SmallWorld, number: string, of = advertiser): Promise<number> {
  const now = new Date(fixedNow().getTime() - 2 * 86_400_000)
  const id = `pm_${number.slice(-4)}_${Math.random()}`
  const method = { id, type: 'card' as const, brand: 'visa', last_four: number.slice(-4), exp_month: 12, exp_year: 2030 }
  await storeMethod({ kysely, now }, method)
  return addMethod(kysely, of, { method, address, isDefault: false, userId: people.superUser.userId, now })
}

let keys = 0
export const newKey = () => `payment-key-${++keys}`

export const pay = (
  world: SmallWorld,
  payment_method_id: number,
  { amount = '100', key = newKey(), name = 'advertiserAdmin' as CallerName, ...body }: Record<string, any> = {}, // parts of a body and who sends it
): Promise<PlatformResponse> =>
  world.as(name).send(contract.payments.pay, { path: at, body: { amount, payment_method_id, ...body } }, { 'Idempotency-Key': key })

export const paymentOf = async (world: SmallWorld, paymentId: number) =>
  (await world.as('advertiserAdmin').send(contract.payments.one, { path: { ...at, paymentId } })).reply.result

/** Runs the jobs of payments that are queued, as the platform does in the background, and sends messages by HTTP. */
export async function work(world: SmallWorld, { now = new Date(fixedNow()), provider = sandbox } = {}): Promise<void> {
  const kinds = paymentJobs({ provider, origin: world.origin })
  const { kysely } = world.database
  const queued = await kysely
    .selectFrom('jobs')
    .select(['job_id', 'kind', 'payload'])
    .where('kind', 'in', Object.keys(kinds))
    .where('finished_at', 'is', null)
    .where('run_at', '<=', now)
    .orderBy('job_id')
    .execute()
  for (const { job_id, kind, payload } of queued) {
    await kinds[kind]?.run(payload, { database: world.database, now: () => now, log: () => undefined })
    await kysely.updateTable('jobs').set({ finished_at: now }).where('job_id', '=', job_id).execute()
  }
  if (queued.length > 0) await work(world, { now, provider })
}

/** The entries of payments in the ledger of the first advertiser. */
export async function ledgerOf({ database: { kysely } }: SmallWorld, of = advertiser) {
  const rows = await kysely
    .selectFrom('balance_events')
    .select(['event_type_id', 'micros', 'reference'])
    .where('member_group_id', '=', of.member_group_id)
    .where('advertiser_id', '=', of.advertiser_id)
    .where('reference', 'like', 'payment %')
    .orderBy('balance_event_id')
    .execute()
  return rows.map(({ event_type_id, micros }) => [event_type_id, Number(micros) / 1_000_000])
}

export const balanceOf = async ({ database: { kysely } }: SmallWorld, of = advertiser) => {
  const { balance } = await kysely
    .selectFrom('advertiser_balances')
    .select('balance')
    .where('member_group_id', '=', of.member_group_id)
    .where('advertiser_id', '=', of.advertiser_id)
    .executeTakeFirstOrThrow()
  return Number(balance) / 1_000_000
}

/** All charges at the sandbox. */
export const chargesOf = ({ database: { kysely } }: SmallWorld, now: Date = fixedNow()) =>
  sandbox.chargesSince({ kysely, now }, new Date(0))

/** The payment page on the second origin, at some time. */
export function pageAt({ database }: SmallWorld, now = fixedNow(), provider = sandbox) {
  const lines: string[] = []
  const handle = paymentPages({
    database,
    provider,
    now: () => now,
    machineNow: () => now,
    log: (...line) => lines.push(JSON.stringify(line)),
  })
  const own = 'https://second.example'
  const get = (url: string, headers = {}) => handle(new Request(url.replace('x/pay', `${own}/pay`), { headers }))
  const post = (url: string, fields: Record<string, string>, origin = own) => {
    const body = new URLSearchParams(fields).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length), Origin: origin }
    return handle(new Request(url.replace('x/pay', `${own}/pay`), { method: 'POST', body, headers }))
  }
  return { get, post, lines }
}

export const cardFields = (number: string) => ({ number, expiration: '12 / 30', code: '123', action: 'submit' })

/** Opens a session for a new card; returns the address of the page. */
export const openSession = (world: SmallWorld, name: CallerName = 'advertiserAdmin', body: object = {}) =>
  world.as(name).send(contract.payments.clientSecret, {
    path: at,
    body: { parent_origin: allowedOrigin, billing_address: address, is_default: false, ...body },
  })

/** The message that a page posts to its parent, and the origin that gets it. */
export const messageIn = (text: string) => {
  const [, json] = /<script type="application\/json" id="result">(.*?)<\/script>/.exec(text) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}
