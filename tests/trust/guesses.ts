import type { IdentityWorld } from '../support/identity/identity.ts'
import { personNames } from '../support/world/people.ts'
import type { Run } from './keep.ts'
import { authorizeUrl, browser, formOf, password, toSignIn, verifierOf } from '../support/identity/sign-in-by-http.ts'

const allowed = 10
const tries = 14
const hourMs = 3_600_000
const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

interface Round {
  readonly statuses: readonly number[]
  /** Texts of the response pages, without the typed email address and the page's own path. */
  readonly pages: readonly string[]
  readonly ms: readonly number[]
}

/** Sends fourteen wrong passwords and the right one for one email address, all within a moment. */
async function guessAt(world: IdentityWorld, address: string): Promise<Round> {
  const go = browser()
  const form = await toSignIn(go, authorizeUrl(world.origin, verifierOf()))
  const [statuses, pages, ms]: [number[], string[], number[]] = [[], [], []]
  for (let guess = 0; guess <= tries; guess++) {
    const began = performance.now()
    const { response, text } = await go(form, formOf({ email: address, password: guess === tries ? password : `guess ${guess}` }))
    if (guess < allowed) ms.push(performance.now() - began)
    statuses.push(response.status)
    pages.push(text.replaceAll(address, '').replaceAll(form.pathname, ''))
  }
  return { statuses, pages, ms }
}

/** Guesses passwords for known and unknown email addresses; the clock moves on by an hour before each round. */
export async function guesses(world: IdentityWorld, rounds: number, { signal, progress }: Run) {
  const result = { guesses: 0, tried: 0, limited: 0, differingPages: 0, msKnown: 0, msUnknown: 0 }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted()
    progress('rounds', round, rounds)
    world.clock.shiftMs += hourMs
    const name = personNames[round % personNames.length] ?? ''
    const real = await guessAt(world, `${name.toLowerCase()}@placard.example`)
    const ghost = await guessAt(world, `${name.toLowerCase()}@nowhere.example`)
    const statuses = [...real.statuses, ...ghost.statuses]
    result.guesses += statuses.length
    result.tried += statuses.filter((status) => status !== 429).length
    result.limited += statuses.filter((status) => status === 429).length
    result.differingPages += real.pages.filter(
      (page, index) => page !== ghost.pages[index] || real.statuses[index] !== ghost.statuses[index],
    ).length
    known.push(...real.ms)
    unknown.push(...ghost.ms)
  }
  return { ...result, msKnown: Math.round(median(known)), msUnknown: Math.round(median(unknown)), expected: rounds * 2 * allowed }
}
