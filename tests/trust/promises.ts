import { startIdentity } from '../support/identity/identity.ts'
import { startSmallWorld } from '../support/world/small-world.ts'
import { summaryOf, type Walked, type Walker } from '../support/walks/walk.ts'
import { foreignData } from '../support/walks/foreign-data.ts'
import { hasExample } from '../support/walks/has-example.ts'
import { unknownFields } from '../support/walks/unknown-fields.ts'
import { inputs } from '../support/walks/inputs.ts'
import { idempotencyKeys } from '../support/walks/idempotency-keys.ts'
import { permissions } from '../support/walks/permissions.ts'
import { rates } from '../support/walks/rates.ts'
import { replies } from '../support/walks/replies.ts'
import { revocations } from '../support/walks/revocations.ts'
import { tokens } from '../support/walks/tokens.ts'
import { versions } from '../support/walks/versions.ts'
import { transactions } from '../support/walks/transactions.ts'
import { guesses } from './guesses.ts'
import type { Outcome, Promised, Run } from './keep.ts'
import { type Kills, killsOfProcess, killsOfServer } from './kills.ts'
import { mountsOf } from './mounts.ts'
import { refusedOpeners } from './openers.ts'
import { permissionSets } from './permission-sets.ts'
import { refusesWithoutSyncs, syncsOf } from './syncs.ts'
import { randomEach, walkOnServer, walkWhole } from './walks.ts'

/**
 * Time limits against checks that hang. They are several times what a check takes, so that one on a machine four times slower
 * passes too.
 */
const minute = 60_000
const shortMs = 15 * minute
const walkMs = 60 * minute
const longMs = 120 * minute
const kills = 200
const openers = 50
const commits = 1_000
const badInputs = 20_000
const sets = 10_000
const rounds = 40
const mounts = 100

function afterKills(result: Kills): Outcome {
  const { lost, torn, failedStarts, acknowledged } = result
  const facts = { lost, torn, 'failed starts': failedStarts.length }
  return {
    did: `${result.kills} kills by seed ${result.seed}, ${result.early} of them at the start, ${acknowledged} acknowledged, ${lost} lost, ${torn} torn, ${failedStarts.length} failed starts${failedStarts.map((why) => `; ${why}`).join('')}`,
    broken: [
      ...Object.entries(facts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
      ...(acknowledged < result.kills * 10 ? [`only ${acknowledged} writes were acknowledged`] : []),
    ],
  }
}

const afterWalks = (walked: readonly Walked[]): Outcome => ({
  did: walked.map(summaryOf).join('; '),
  broken: walked.flatMap(({ findings }) => findings),
})

/** Runs the checks on both drivers, because each can fail in its own way. */
const onBoth =
  (walkers: readonly Walker[]) =>
  async (run: Run): Promise<Outcome> => {
    const embedded = afterWalks(await walkWhole(walkers, run))
    const server = afterWalks(await walkOnServer(walkers, run))
    return { did: `embedded ${embedded.did}; PostgreSQL ${server.did}`, broken: [...embedded.broken, ...server.broken] }
  }

async function afterInputs(run: Run): Promise<Outcome> {
  const walked = await walkWhole([inputs({ random: randomEach(badInputs) })], run)
  const sent = walked.reduce((sum, { requests }) => sum + requests, 0)
  const { did, broken } = afterWalks(walked)
  return { did, broken: sent < badInputs ? [`only ${sent} were sent`, ...broken] : broken }
}

async function afterSyncs(): Promise<Outcome> {
  const syncs = await syncsOf(commits)
  const isRefused = await refusesWithoutSyncs()
  const broken = [...(syncs < commits ? [`${commits} commits made ${syncs} syncs`] : []), ...(isRefused ? [] : ['it starts without syncs'])]
  return { did: `${commits} commits, ${syncs} syncs; without syncs the start is refused`, broken }
}

async function afterOpeners(): Promise<Outcome> {
  const refused = await refusedOpeners(openers)
  return { did: `${refused} of ${openers} refused`, broken: refused < openers ? [`${openers - refused} were let in`] : [] }
}

async function afterSets(run: Run): Promise<Outcome> {
  const world = await startSmallWorld({ server: '' })
  const { compared, wrong } = await permissionSets(world, sets, { run }).finally(world.close)
  return { did: `${sets} sets, ${compared} answers compared, ${wrong.length} wrong`, broken: wrong }
}

async function afterGuesses(run: Run): Promise<Outcome> {
  const world = await startIdentity()
  const {
    guesses: sent,
    tried,
    limited,
    differingPages,
    msKnown,
    msUnknown,
    expected,
  } = await guesses(world, rounds, run).finally(world.close)
  return {
    did: `${sent} guesses, ${tried} tried, ${limited} limited, ${differingPages} pages tell addresses apart, median ${msKnown} ms known and ${msUnknown} ms unknown`,
    broken: [
      ...(tried === expected ? [] : [`${tried} guesses were tried where ${expected} may be`]),
      ...(differingPages === 0 ? [] : [`${differingPages} pages tell whether an address exists`]),
      ...(Math.max(msKnown, msUnknown) <= 2 * Math.min(msKnown, msUnknown) ? [] : ['the time tells whether an address exists']),
    ],
  }
}

/** The platform's promises, each with its full check. */
export const promises: readonly Promised[] = [
  {
    name: 'access',
    about: 'nobody sees what is not theirs',
    withinMs: longMs,
    run: onBoth([hasExample, tokens, permissions, foreignData]),
  },
  { name: 'fields', about: 'nothing is taken that the contract does not name', withinMs: walkMs, run: onBoth([unknownFields]) },
  { name: 'revocations', about: 'what was taken away is gone at the next request', withinMs: walkMs, run: onBoth([revocations]) },
  {
    name: 'writes',
    about: 'once, whole, by its version, and entered',
    withinMs: walkMs,
    run: onBoth([versions, idempotencyKeys, transactions, hasExample, replies, rates]),
  },
  { name: 'inputs', about: 'bad input is refused and changes nothing', withinMs: longMs, run: afterInputs },
  { name: 'permissions', about: 'the strongest level decides', withinMs: walkMs, run: afterSets },
  { name: 'guesses', about: 'guesses are few and tell nothing', withinMs: walkMs, run: afterGuesses },
  { name: 'mounts', about: 'an element that leaves leaves nothing', withinMs: longMs, run: () => mountsOf(mounts, 110) },
  { name: 'openers', about: 'one server a folder', withinMs: shortMs, run: afterOpeners },
  { name: 'syncs', about: 'a commit is on the disk', withinMs: shortMs, run: afterSyncs },
  {
    name: 'kills',
    about: 'kill -9 loses nothing, embedded',
    withinMs: longMs,
    run: async (run) => afterKills(await killsOfProcess(kills, { run })),
  },
  {
    name: 'server-kills',
    about: 'kill -9 loses nothing, PostgreSQL',
    withinMs: longMs,
    run: async (run) => afterKills(await killsOfServer(kills, { run })),
  },
]
