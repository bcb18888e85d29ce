import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { boolean, create, object, optional, number } from 'superstruct'
import { enqueue } from '../sql/queue.ts'
import type { ProviderCharge, ProviderDeps, ProviderEvent } from './provider.ts'

export const signatureHeader = 'Placard-Signature'
/** Older messages are refused, so that a recorded one cannot be sent again later. */
const maxAgeSeconds = 300

/** Faults of the sandbox's deliveries. */
const Faults = object({
  duplicate: optional(boolean()),
  reorder: optional(boolean()),
  lose: optional(boolean()),
  delay_seconds: optional(number()),
})
export interface SandboxFaults {
  /** Every message is sent twice. */
  readonly duplicate?: boolean
  /** Messages are sent in the opposite order. */
  readonly reorder?: boolean
  /** No message is sent. */
  readonly lose?: boolean
  readonly delay_seconds?: number
}

async function stateOf({ kysely }: Pick<ProviderDeps, 'kysely'>) {
  const { secret, faults } = await kysely.selectFrom('sandbox_state').select(['secret', 'faults']).executeTakeFirstOrThrow()
  return { secret, faults: create(faults, Faults) }
}

/** The faults that are set. */
export const faultsOf = async (deps: Pick<ProviderDeps, 'kysely'>): Promise<SandboxFaults> => (await stateOf(deps)).faults

export const setFaults = ({ kysely }: Pick<ProviderDeps, 'kysely'>, faults: SandboxFaults) =>
  kysely
    .updateTable('sandbox_state')
    .set({ faults: JSON.stringify(faults) })
    .execute()

const hash = (secret: string, seconds: string, text: string) => createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')

/** The signature of a message: its time, and an HMAC of time and text. */
export function signatureOf(secret: string, text: string, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000))
  return `t=${seconds},v1=${hash(secret, seconds, text)}`
}

function isSigned(secret: string, text: string, signature: string, now: Date): boolean {
  const [, seconds, sent] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature) ?? []
  if (seconds === undefined || sent === undefined) return false
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > maxAgeSeconds) return false
  return timingSafeEqual(Buffer.from(sent), Buffer.from(hash(secret, seconds, text)))
}

/** A charge in JSON, which has no bigint. */
export type ChargeJson = Omit<ProviderCharge, 'charged' | 'refunded'> & { readonly charged: string; readonly refunded: string }
export const toJson = (charge: ProviderCharge): ChargeJson => ({
  ...charge,
  charged: String(charge.charged),
  refunded: String(charge.refunded),
})
export const fromJson = (charge: ChargeJson): ProviderCharge => ({
  ...charge,
  charged: BigInt(charge.charged),
  refunded: BigInt(charge.refunded),
})

/** Reads a message of the sandbox; undefined if its signature is missing, wrong or too old. */
export async function sandboxEvent(deps: ProviderDeps, text: string, headers: Headers): Promise<ProviderEvent | undefined> {
  const { secret } = await stateOf(deps)
  if (!isSigned(secret, text, headers.get(signatureHeader) ?? '', deps.now)) return undefined
  const { id, type, charge } = JSON.parse(text) as { id: string; type: string; charge: ChargeJson } // the signature shows that the sandbox wrote it
  return { id, type, charge: fromJson(charge) }
}

/** Stores a message about a charge, and enqueues its delivery. */
export async function announce(deps: ProviderDeps, type: string, charge: ProviderCharge) {
  const { kysely, now } = deps
  const { faults } = await stateOf(deps)
  const id = `evt_${randomUUID()}`
  const dueAt = new Date(now.getTime() + (faults.delay_seconds ?? 0) * 1000)
  await kysely
    .insertInto('sandbox_objects')
    .values({
      object_id: id,
      kind: 'event',
      key: null,
      body: JSON.stringify({ id, type, charge: toJson(charge) }),
      created_at: now,
      due_at: dueAt,
    })
    .execute()
  await enqueue(kysely, { kind: 'payment-webhooks', runAt: dueAt })
}

/** Sends one message; returns the HTTP status. */
export type SendMessage = (text: string, headers: Readonly<Record<string, string>>) => Promise<number>

/**
 * Sends all messages that are due. `signedAt` is the machine's time. A message that is not received stays, and is sent again at the
 * next delivery.
 */
export async function deliverMessages(deps: ProviderDeps, signedAt: Date, send: SendMessage): Promise<void> {
  const { kysely, now } = deps
  const { secret, faults } = await stateOf(deps)
  const due = await kysely
    .selectFrom('sandbox_objects')
    .select(['object_id', 'body'])
    .where('kind', '=', 'event')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('created_at')
    .execute()
  const messages = faults.reorder ? due.toReversed() : due
  let failures = 0
  for (const { object_id, body } of messages) {
    const text = JSON.stringify(body)
    const headers = { 'Content-Type': 'application/json', [signatureHeader]: signatureOf(secret, text, signedAt) }
    const sendings = faults.lose ? 0 : faults.duplicate ? 2 : 1
    let isReceived = true
    for (let count = 0; count < sendings; count++) isReceived = (await send(text, headers)) === 200 && isReceived
    if (isReceived) await kysely.updateTable('sandbox_objects').set({ due_at: null }).where('object_id', '=', object_id).execute()
    else failures++
  }
  if (failures > 0) throw new Error(`${failures} messages of the sandbox were not received`)
}
