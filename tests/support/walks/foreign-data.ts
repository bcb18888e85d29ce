import { leaks, verdictOf } from './access-oracle.ts'
import { isAudit } from '../platform/audit.ts'
import { idsIn, variantsOf } from './call-ids.ts'
import type { AnyCall, Example } from '../examples/example-calls.ts'
import { type CallerName, callerNames, accessibleTenants, people, personNames } from '../world/people.ts'
import { without } from './set-at.ts'
import { kindOf, own, relationOf, type Target, targets } from '../world/small-ids.ts'
import type { PlatformResponse } from '../world/small-world.ts'
import { createAlike } from './indistinguishable.ts'
import type { Step, Walker } from './walk.ts'

const textOf = (name: CallerName, call: AnyCall, { status }: PlatformResponse) =>
  `${name} with ${JSON.stringify({ ...call.path, ...call.query, ...call.body }).slice(0, 300)} → ${status}`

/** Whether a status matches the oracle. Foreign and missing ids must be refused alike. */
function isRight(step: Step, name: CallerName, call: Example, status: number) {
  const verdict = verdictOf(name, step.endpoint, call)
  step.count(verdict)
  if (verdict === 'refused') return name === 'nobody' ? status === 401 : status === 403 || status === 404
  return status === 200 || call.otherStatuses?.[status] !== undefined || (verdict === 'unclear' && status >= 400 && status < 500)
}

type Alike = ReturnType<typeof createAlike>

async function tried(step: Step, alike: Alike, name: CallerName, call: Example) {
  const response = await step.send(name, call)
  if (response.status === 200) await step.undo()
  return [
    ...(isRight(step, name, call, response.status) ? [] : [textOf(name, call, response)]),
    ...(step.endpoint.open ? [] : alike(name, call, response)),
    ...leaked(step, name, call, response),
  ]
}

/** The data of other tenants in a response. */
function leaked(step: Step, name: CallerName, call: AnyCall, response: PlatformResponse) {
  const marks = leaks(name, response.text, step.endpoint)
  step.count('leaks', marks.length)
  return marks.map((mark) => `${textOf(name, call, response)} tells ${mark}`)
}

async function inTurn<T>(items: readonly T[], look: (item: T) => Promise<readonly string[]>) {
  const found: string[] = []
  for (const item of items) found.push(...(await look(item)))
  return found
}

/** All items in the audit; otherwise a share that varies by endpoint. */
const shareOf = <T>(step: Step, items: readonly T[], max: number) => (isAudit ? items : step.some(items, max))

type Pair = readonly [name: CallerName, target: Target]
const [, inOtherGroup = own, , inOtherClient = own, noAdvertiser = own, nowhere = own] = targets
/** The pairs that every endpoint is tested with: own ids, another tenant's and missing ones. */
const always: readonly Pair[] = [
  ...[own, inOtherClient, noAdvertiser, nowhere].map((target): Pair => ['clientAdmin', target]),
  ...[own, inOtherGroup, noAdvertiser].map((target): Pair => ['advertiserAdmin', target]),
]
/** An open endpoint is tested without a token too; that the others refuse this is for the walker of tokens. */
const isAlways = ({ endpoint }: Step, [name, target]: Pair) =>
  (endpoint.open && name === 'nobody' && target === own) || always.some((pair) => pair[0] === name && pair[1] === target)

/** Every caller with every target. An endpoint without ids is tried once for each caller. */
function matrix(step: Step, alike: Alike) {
  const hasIds = idsIn(step.call()).length > 0
  const all = (hasIds ? targets : [own]).flatMap((target) => callerNames.map((name): Pair => [name, target]))
  const pairs = [
    ...all.filter((pair) => isAlways(step, pair)),
    ...shareOf(
      step,
      all.filter((pair) => !isAlways(step, pair)),
      3,
    ),
  ]
  return inTurn(pairs, ([name, target]) => {
    step.count(`of ${relationOf(target, accessibleTenants[name].advertisers)}`)
    return tried(step, alike, name, step.call(target))
  })
}

/** Users with access to everything, to one client, to one advertiser, and to one group. */
const mixers = ['superUser', 'clientAdmin', 'advertiserAdmin', 'advertiserManager'] as const

/** Calls with one foreign id among own ones: of a sibling, of another client, or missing. */
function mixed(step: Step, alike: Alike) {
  const call = step.call()
  const foreign = step.isWhole ? targets.slice(1) : targets.filter((_, index) => index % 2 === 1)
  const names = step.isWhole ? callerNames : mixers
  const variants = idsIn(call).flatMap((named) => foreign.flatMap((target) => variantsOf(call, named, named.kind.idAt(target))))
  const pairs = shareOf(
    step,
    variants.flatMap((variant) => names.map((name) => ({ name, variant }))),
    4,
  )
  step.count('with ids mixed', pairs.length)
  return inTurn(pairs, ({ name, variant }) => tried(step, alike, name, { ...call, ...variant }))
}

const wideFilters = [
  { field: 'advertiser_id', operation: 'IN', value: [1, 2, 3, 4, 5, 6] },
  { field: 'campaign_id', operation: '>', value: 0 },
  { field: 'advertiser_name', operation: '!=', value: 'x' },
]

/** A call for as much as possible: without its optional ids, and with a filter that matches everything. */
function widened(step: Step, filter: object): Example {
  const call = step.call()
  const fits = (body: unknown) => step.endpoint.body?.is(body) ?? false
  const lessOf = (body: object, name: string) => (fits(without(body, [name])) ? without(body, [name]) : body)
  const named = Object.keys(call.body ?? {}).filter((name) => kindOf(name))
  const body = named.reduce<object>(lessOf, call.body ?? {})
  return { ...call, body: { ...body, filters: [filter] } }
}

const nobodysId = 999_999

/** Personal data requested by another user: of an existing and of a missing one. users.test.ts covers who reaches which user. */
function ofOthers(step: Step, alike: Alike) {
  const call = step.call()
  if (!step.endpoint.ownOnly || call.path?.userId === undefined) return []
  const users = [...personNames.map((name) => people[name].userId), nobodysId]
  const pairs = users.flatMap((userId) => callerNames.map((name) => ({ name, userId })))
  return inTurn(shareOf(step, pairs, 20), ({ name, userId }) => tried(step, alike, name, { ...call, path: { ...call.path, userId } }))
}

/** Filters cannot widen the access; unknown fields are refused. */
async function filtered(step: Step) {
  if (!Object.hasOwn(step.endpoint.body?.schema ?? {}, 'filters')) return []
  const pairs = wideFilters.flatMap((filter) => callerNames.map((name) => ({ name, filter })))
  return inTurn(shareOf(step, pairs, 3), async ({ name, filter }) => {
    const call = widened(step, filter)
    const response = await step.send(name, call)
    step.count('with wide filters')
    const isWrong = response.status >= 500 || (name === 'nobody' && response.status !== 401)
    return [...(isWrong ? [textOf(name, call, response)] : []), ...leaked(step, name, call, response)]
  })
}

/** Foreign data does not exist for a caller: every caller, every target, every id in a call. */
export const foreignData: Walker = {
  name: 'foreign data',
  covers: () => true,
  walk: async (step) => {
    const alike = createAlike(step)
    return [...(await matrix(step, alike)), ...(await mixed(step, alike)), ...(await ofOthers(step, alike)), ...(await filtered(step))]
  },
}
