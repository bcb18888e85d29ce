import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { badRequests, beyondLimits } from '../support/walks/bad-requests.ts'
import { exampleOf, examples, pairedExamples } from '../support/examples/example-calls.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { own } from '../support/world/small-ids.ts'
import { startSmallWorld } from '../support/world/small-world.ts'
import { walkable, walkableExamples, walkableHandlers } from '../support/walks/walkable-contract.ts'
import { seedForWalks } from '../support/walks/seed.ts'
import { walkContextOn, type Walked, type Walker, walk } from '../support/walks/walk.ts'
import type { Run } from './keep.ts'

/** The platform's contract, and a test contract that covers every kind of write. */
const both = [
  { contract, examples },
  { contract: walkable, examples: walkableExamples, handlers: walkableHandlers },
] as const

/** Runs the walkers over all endpoints without sampling, on the embedded database or on a server. */
export async function walkWhole(walkers: readonly Walker[], { signal, progress }: Run, server = ''): Promise<Walked[]> {
  const all: Walked[] = []
  for (const [index, walked] of both.entries()) {
    const options = {
      signal,
      progress: (walker: string, done: number, total: number) =>
        progress(`${walker} on ${server ? 'PostgreSQL' : 'the embedded database'}, contract ${index + 1} of ${both.length},`, done, total),
    }
    const world = await startSmallWorld({ server, ...('handlers' in walked && walked) })
    await seedForWalks(world.database)
    const ground = await walkContextOn(world, { ...walked, isWhole: true })
    try {
      for (const walker of walkers) all.push(await walk(ground, walker, options))
    } finally {
      await ground.close()
      await world.close()
    }
  }
  return walkers.map(({ name }) =>
    added(
      name,
      all.filter((walked) => walked.name === name),
    ),
  )
}

/** Merges the results of one walker. */
function added(name: string, parts: readonly Walked[]): Walked {
  const sum = (of: (walked: Walked) => number) => parts.reduce((all, one) => all + of(one), 0)
  const words = [...new Set(parts.flatMap(({ counts }) => Object.keys(counts)))]
  return {
    name,
    endpoints: sum(({ endpoints }) => endpoints),
    requests: sum(({ requests }) => requests),
    ms: sum(({ ms }) => ms),
    counts: Object.fromEntries(words.map((word) => [word, sum(({ counts }) => counts[word] ?? 0)])),
    findings: parts.flatMap(({ findings }) => findings),
  }
}

/** The same on a PostgreSQL server. */
export async function walkOnServer(walkers: readonly Walker[], run: Run): Promise<Walked[]> {
  const server = await startPostgres()
  return walkWhole(walkers, run, server.url).finally(server.stop)
}

/** Random bad requests per endpoint that are needed to reach the given total of bad requests. */
export function randomEach(min: number): number {
  const paired = pairedExamples(contract, examples)
  const endpoints = endpointsOf(contract)
  const single = endpoints.flatMap((endpoint) => {
    const call = exampleOf(paired, endpoint, own)
    return [...beyondLimits(endpoint, call), ...badRequests(endpoint, call)]
  })
  return Math.max(100, Math.ceil((min - single.length) / endpoints.length))
}
