import { randomUUID } from 'node:crypto'
import { roundHalfUp } from '../../../src/contract/money/funds.rules.ts'
import { parseId } from '../../../src/contract/addresses/context.rules.ts'
import { amountOf } from '../../../src/contract/money/money.ts'
import type { Database } from '../database/database.ts'
import { faultsOf, setFaults, type SandboxFaults } from '../payments/sandbox-events.ts'
import { receiveTransfer } from '../wires/receive.ts'

/** Where the forms of the page are posted. */
export const sandboxPath = '/sandbox'

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)

/** How an announced transfer arrives: the percent of its amount, and its button. */
const arrivals = {
  full: { percent: 100n, label: 'In full' },
  short: { percent: 90n, label: 'Too little' },
  over: { percent: 110n, label: 'Too much' },
  no_reference: { percent: 100n, label: 'Without the reference' },
} as const
type Arrival = keyof typeof arrivals
const isArrival = (word: string | null): word is Arrival => word !== null && Object.hasOwn(arrivals, word)

/** The faults that a button turns on and off. */
const switches = {
  duplicate: 'Send every message twice',
  reorder: 'Send messages in the opposite order',
  lose: 'Send no messages',
} as const
type Switch = keyof typeof switches
const isSwitch = (word: string | null): word is Switch => word !== null && Object.hasOwn(switches, word)

const delays = [0, 30, 600] as const

const waitingTransfers = ({ kysely }: Database) =>
  kysely
    .selectFrom('wire_transfers as w')
    .innerJoin('advertisers as a', (join) =>
      join.onRef('a.member_group_id', '=', 'w.member_group_id').onRef('a.advertiser_id', '=', 'w.advertiser_id'),
    )
    .innerJoin('currencies as c', 'c.currency_code', 'a.currency_code')
    .select(['w.wire_transfer_id', 'w.member_group_id', 'w.reference', 'a.name', 'a.currency_code', 'c.digits'])
    .select(({ cast }) => cast<string>('w.amount', 'text').as('amount'))
    .where('w.state', '=', 'waiting')
    .orderBy('w.wire_transfer_id', 'desc')
    .limit(100)

type WaitingTransfer = Awaited<ReturnType<ReturnType<typeof waitingTransfers>['execute']>>[number]

const button = (name: string, value: string | number, label: string, isPressed?: boolean) =>
  `<button name="${name}" value="${value}"${isPressed === undefined ? '' : ` aria-pressed="${isPressed}"`}>${label}</button>`
const form = (label: string, content: string) =>
  `<form method="post" action="${sandboxPath}" class="choices" aria-label="${escaped(label)}">${content}</form>`

function transferItem({ wire_transfer_id, reference, name, amount, currency_code, digits }: WaitingTransfer) {
  const buttons = Object.entries(arrivals).map(([word, { label }]) => button('arrives', word, label))
  const about = `${amountOf(BigInt(amount), digits)} ${currency_code}, ${reference}`
  const id = `<input type="hidden" name="wire_transfer_id" value="${wire_transfer_id}">`
  return `<li><span>${escaped(`${name}: ${about}`)}</span>${form(`Transfer ${reference} arrives`, id + buttons.join(''))}</li>`
}

/** The body of the page that plays the bank and the payment provider of a demonstration. */
export async function sandboxPage(database: Database): Promise<string> {
  const transfers = await waitingTransfers(database).execute()
  const faults = await faultsOf(database)
  const list =
    transfers.length > 0
      ? `<ul>${transfers.map(transferItem).join('')}</ul>`
      : '<p>No transfer is expected. Announce one in the console under Funds, Add funds.</p>'
  const toggles = Object.entries(switches).map(
    ([word, label]) => button('fault', word, label, faults[word as Switch] === true), // its own keys
  )
  const waits = delays.map((seconds) =>
    button('delay_seconds', seconds, seconds === 0 ? 'At once' : `After ${seconds} seconds`, (faults.delay_seconds ?? 0) === seconds),
  )
  return `<body><main><p class="mark">Placard</p><h1>Sandbox of payments</h1>
<h2>Announced bank transfers</h2><p>Let a transfer arrive at the bank.</p>${list}
<h2>Messages of the payment provider</h2><p>Faults of the deliveries. Payments are credited once all the same.</p>
${form('Faults of messages', toggles.join(''))}${form('Delay of messages', waits.join(''))}
<p><a href="/start">Go to the start</a></p></main></body>`
}

/** Lets an announced transfer arrive. Returns false if it is not expected. */
async function letArrive(database: Database, id: number, arrival: Arrival, at: Date): Promise<boolean> {
  const wire = await waitingTransfers(database).where('w.wire_transfer_id', '=', id).executeTakeFirst()
  if (!wire) return false
  const { member_group_id, reference, name: sender, amount, currency_code, digits } = wire
  const hasReference = arrival !== 'no_reference'
  await receiveTransfer(database, {
    member_group_id,
    reference: hasReference ? reference : 'Funds',
    amount: roundHalfUp((BigInt(amount) * arrivals[arrival].percent) / 100n, digits),
    currency_code,
    sender,
    text: hasReference ? `Funds ${reference}` : 'Funds',
    provider_id: `sandbox bank ${randomUUID()}`,
    at,
  })
  return true
}

const changedFaults = (faults: SandboxFaults, fields: URLSearchParams): SandboxFaults | undefined => {
  const fault = fields.get('fault')
  if (isSwitch(fault)) return { ...faults, [fault]: !faults[fault] }
  const delay = delays.find((seconds) => String(seconds) === fields.get('delay_seconds'))
  return delay === undefined ? undefined : { ...faults, delay_seconds: delay }
}

/** Does what a form of the page says. Returns what is wrong with it. */
export async function applySandboxForm(database: Database, fields: URLSearchParams, now: Date): Promise<string | undefined> {
  const arrival = fields.get('arrives')
  if (isArrival(arrival)) {
    const id = parseId(fields.get('wire_transfer_id'))
    const isExpected = id !== undefined && (await letArrive(database, id, arrival, now))
    return isExpected ? undefined : 'The transfer is not expected any more'
  }
  const faults = changedFaults(await faultsOf(database), fields)
  if (!faults) return 'Unknown form'
  await setFaults(database, faults)
  return undefined
}
