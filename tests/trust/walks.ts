import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { badRequests, beyondLimits } from '../support/bad-requests.ts'
import { exampleOf, examples, pairedExamples } from '../support/example-calls.ts'
import { startPostgres } from '../support/postgres.ts'
import { own } from '../support/small-ids.ts'
import { startSmallWorld } from '../support/small-world.ts'
import { groundOn, type Walked, type Walker, walk } from '../support/walk.ts'

/** Walks over every endpoint of the contract with nothing left out, on the embedded database or on a server. */
export async function walkWhole(walkers: readonly Walker[], server = ''): Promise<Walked[]> {
  const world = await startSmallWorld({ server })
  const ground = await groundOn(world, { contract, examples, isWhole: true })
  const all: Walked[] = []
  for (const walker of walkers) all.push(await walk(ground, walker))
  await ground.close()
  await world.close()
  return all
}

/** The same on a PostgreSQL server. */
export async function walkOnServer(walkers: readonly Walker[]): Promise<Walked[]> {
  const server = await startPostgres()
  return walkWhole(walkers, server.url).finally(server.stop)
}

/** How many requests with several things wrong each endpoint needs, so that all bad requests are at least so many. */
export function randomEach(least: number): number {
  const paired = pairedExamples(contract, examples)
  const endpoints = endpointsOf(contract)
  const single = endpoints.flatMap((endpoint) => {
    const call = exampleOf(paired, endpoint, own)
    return [...beyondLimits(endpoint, call), ...badRequests(endpoint, call)]
  })
  return Math.max(100, Math.ceil((least - single.length) / endpoints.length))
}
