import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DeclineReason } from '../../../src/contract/payments/payments.ts'
import { enqueue } from '../sql/queue.ts'
import type { ChargeRequest, ChargeState, PaymentProvider, ProviderCharge, ProviderDeps, ProviderMethod } from './provider.ts'
import { announce, type ChargeJson, fromJson, sandboxEvent, toJson } from './sandbox-events.ts'

/** How a card behaves when it is added and charged. */
interface Card {
  readonly refused?: DeclineReason
  readonly declined?: DeclineReason
  readonly needsAction?: boolean
  readonly seconds?: number
}

/** The cards of the sandbox. Other numbers are refused, and no number is stored. */
export const sandboxCards: Readonly<Record<string, Card>> = {
  '4242424242424242': {},
  '4000000000000002': { refused: 'declined' },
  '4000000000009995': { declined: 'insufficient_funds' },
  '4000002500003155': { needsAction: true },
  '4000000000000341': { declined: 'declined' },
  '4000000000003220': { seconds: 20 },
  '4000000000006975': { declined: 'fraud' },
}
const cardEnding = new Map(Object.entries(sandboxCards).map(([number, card]) => [number.slice(-4), card]))

async function bodyOf<T>({ kysely }: ProviderDeps, id: string): Promise<T | undefined> {
  const row = await kysely.selectFrom('sandbox_objects').select('body').where('object_id', '=', id).executeTakeFirst()
  return row?.body as T | undefined // written by this file
}

async function chargeByKey({ kysely }: ProviderDeps, key: string): Promise<ProviderCharge | undefined> {
  const row = await kysely.selectFrom('sandbox_objects').select('body').where('key', '=', key).executeTakeFirst()
  return row && fromJson(row.body as ChargeJson) // keys are of charges
}

const chargeById = async (deps: ProviderDeps, id: string) => {
  await finishDue(deps)
  const body = await bodyOf<ChargeJson>(deps, id)
  return body && fromJson(body)
}

const requireCharge = async (deps: ProviderDeps, id: string) => {
  const charge = await chargeById(deps, id)
  if (!charge) throw new Error(`The sandbox has no charge ${id}`)
  return charge
}

/** Stores the next state of a charge and announces it. */
async function change(deps: ProviderDeps, charge: ProviderCharge, type: string): Promise<ProviderCharge> {
  await deps.kysely
    .updateTable('sandbox_objects')
    .set({ body: JSON.stringify(toJson(charge)), due_at: null })
    .where('object_id', '=', charge.id)
    .execute()
  await announce(deps, type, charge)
  return charge
}

/** Lets charges succeed whose time has come. */
export async function finishDue(deps: ProviderDeps): Promise<void> {
  const due = await deps.kysely
    .selectFrom('sandbox_objects')
    .select('body')
    .where('kind', '=', 'charge')
    .where('due_at', '<=', deps.now)
    .execute()
  for (const { body } of due) await change(deps, { ...fromJson(body as ChargeJson), state: 'succeeded' }, 'charge.succeeded') // written by this file
}

/** What happens to a new charge. */
function outcomeOf(method: (ProviderMethod & { isRemoved?: boolean }) | undefined, isPersonPresent: boolean, now: Date) {
  const decided = (state: ChargeState, decline: DeclineReason | null = null) => ({ state, decline })
  if (!method || method.isRemoved) return decided('declined', 'other')
  const { exp_year, exp_month, last_four } = method
  if (exp_year !== null && exp_month !== null && Date.UTC(exp_year, exp_month, 1) <= now.getTime()) return decided('declined', 'expired')
  const card = cardEnding.get(last_four) ?? {}
  if (card.declined) return decided('declined', card.declined)
  if (card.needsAction) return isPersonPresent ? decided('needs_action') : decided('declined', 'authentication_failed')
  return decided(card.seconds ? 'processing' : 'succeeded')
}

async function makeCharge(deps: ProviderDeps, request: ChargeRequest): Promise<ProviderCharge> {
  const { key, charged, currency_code, isPersonPresent, method_id } = request
  const existing = await chargeByKey(deps, key)
  if (existing) return existing
  const method = await bodyOf<ProviderMethod>(deps, method_id)
  const outcome = outcomeOf(method, isPersonPresent, deps.now)
  const charge = { id: `ch_${randomUUID()}`, key, ...outcome, charged, refunded: 0n, currency_code }
  const seconds = outcome.state === 'processing' ? (cardEnding.get(method?.last_four ?? '')?.seconds ?? 0) : undefined
  const dueAt = seconds === undefined ? null : new Date(deps.now.getTime() + seconds * 1000)
  const inserted = await deps.kysely
    .insertInto('sandbox_objects')
    .values({ object_id: charge.id, kind: 'charge', key, body: JSON.stringify(toJson(charge)), created_at: deps.now, due_at: dueAt })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('object_id')
    .executeTakeFirst()
  // Another server was faster with the same key.
  if (!inserted) return (await chargeByKey(deps, key)) ?? charge
  if (dueAt) await enqueue(deps.kysely, { kind: 'payment-webhooks', runAt: dueAt })
  await announce(deps, `charge.${charge.state}`, charge)
  return charge
}

async function refund(deps: ProviderDeps, { key, chargeId, micros }: { key: string; chargeId: string; micros: bigint }) {
  const charge = await requireCharge(deps, chargeId)
  const isKnown = await deps.kysely.selectFrom('sandbox_objects').select('object_id').where('key', '=', `refund ${key}`).executeTakeFirst()
  if (isKnown) return charge
  if (charge.state !== 'succeeded' || charge.refunded + micros > charge.charged) throw new Error('The sandbox refunds at most the charge')
  const inserted = await deps.kysely
    .insertInto('sandbox_objects')
    .values({ object_id: `re_${randomUUID()}`, kind: 'refund', key: `refund ${key}`, body: '{}', created_at: deps.now, due_at: null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('object_id')
    .executeTakeFirst()
  return inserted ? change(deps, { ...charge, refunded: charge.refunded + micros }, 'charge.refunded') : charge
}

const brands: Readonly<Record<string, string>> = { '4': 'visa', '5': 'mastercard' }

/** Makes a method from the fields of the form. Only its last four digits are stored. */
async function makeMethod(deps: ProviderDeps, _customerId: string, fields: URLSearchParams) {
  const number = (fields.get('number') ?? '').replaceAll(/\D/g, '')
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(fields.get('expiration') ?? '') ?? []
  const card = sandboxCards[number]
  if (!card) return { decline: 'other' as const }
  const exp_month = Number(month)
  const exp_year = 2000 + Number(year)
  const isValid = exp_month >= 1 && exp_month <= 12 && Date.UTC(exp_year, exp_month, 1) > deps.now.getTime()
  if (!isValid) return { decline: 'expired' as const }
  if (card.refused) return { decline: card.refused }
  const method: ProviderMethod = {
    id: `pm_${randomUUID()}`,
    type: 'card',
    brand: brands[number[0] ?? ''] ?? 'card',
    last_four: number.slice(-4),
    exp_month,
    exp_year,
  }
  await storeMethod(deps, method)
  return method
}

/** Stores a method, also for a demonstration. */
export const storeMethod = ({ kysely, now }: ProviderDeps, method: ProviderMethod) =>
  kysely
    .insertInto('sandbox_objects')
    .values({ object_id: method.id, kind: 'method', key: null, body: JSON.stringify(method), created_at: now, due_at: null })
    .execute()

const field = (name: string, label: string, attributes: string) => `<label>${label}<input name="${name}" required ${attributes}></label>`

const form = [
  field('number', 'Card number', 'inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" maxlength="23"'),
  field('expiration', 'Expiration', 'autocomplete="cc-exp" placeholder="MM / YY" maxlength="9"'),
  field('code', 'Security code', 'inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"'),
].join('')

/** The default provider: it moves no money, and its cards show every outcome. Its objects are in tables of their own. */
export const sandbox: PaymentProvider = {
  name: 'sandbox',
  customer: async (_, { key }) => `cus_${key}`,
  charge: makeCharge,
  chargeById,
  chargesSince: async (deps, since) => {
    await finishDue(deps)
    const rows = await deps.kysely
      .selectFrom('sandbox_objects')
      .select('body')
      .where('kind', '=', 'charge')
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('created_at', '>=', since),
          eb(
            'object_id',
            'in',
            selectFrom('sandbox_objects')
              .select(sql<string>`body->'charge'->>'id'`.as('id'))
              .where('kind', '=', 'event')
              .where('created_at', '>=', since),
          ),
        ]),
      )
      .orderBy('created_at')
      .execute()
    return rows.map(({ body }) => fromJson(body as ChargeJson)) // written by this file
  },
  cancel: async (deps, id) => {
    const charge = await requireCharge(deps, id)
    return charge.state === 'needs_action' ? change(deps, { ...charge, state: 'canceled' }, 'charge.canceled') : charge
  },
  refund,
  updateMethod: async (deps, { id, ...update }) => {
    const method = await bodyOf<object>(deps, id)
    await deps.kysely
      .updateTable('sandbox_objects')
      .set({ body: JSON.stringify({ ...method, ...update }) })
      .where('object_id', '=', id)
      .execute()
  },
  eventOf: sandboxEvent,
  form: async () => ({ fields: form }),
  method: makeMethod,
  step: async () => ({ fields: '' }),
  confirm: async (deps, id, isConfirmed) => {
    const charge = await requireCharge(deps, id)
    if (charge.state !== 'needs_action') return charge
    return isConfirmed
      ? change(deps, { ...charge, state: 'succeeded' }, 'charge.succeeded')
      : change(deps, { ...charge, state: 'declined', decline: 'authentication_failed' }, 'charge.declined')
  },
}
