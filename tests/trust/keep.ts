/** Result of the check of a promise. */
export interface Outcome {
  /** Summary of the check, with its counts. */
  readonly did: string
  /** Violations of the promise. */
  readonly broken: readonly string[]
}

/** A promise of the platform, and its full check. */
export interface Promised {
  readonly name: string
  readonly about: string
  /** Time limit of the check; after it the promise counts as broken. */
  readonly withinMs: number
  readonly run: () => Promise<Outcome>
}

interface Kept extends Outcome {
  readonly name: string
  readonly seconds: number
}

async function within({ withinMs, run }: Promised): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ did: 'too late', broken: [`took more than ${withinMs / 1000} s`] }), withinMs)
  })
  const ended = run().catch((error: Error): Outcome => ({ did: 'broke off', broken: [error.stack ?? error.message] }))
  return Promise.race([ended, late]).finally(() => clearTimeout(timer))
}

const mostTold = 20
const widestTold = 120

async function shown(promise: Promised, say: (line: string) => void): Promise<Kept> {
  say(`${promise.name}: ${promise.about} …`)
  const began = performance.now()
  const outcome = await within(promise)
  const seconds = Math.round((performance.now() - began) / 1000)
  say(`${promise.name}: ${outcome.did} (${seconds} s)`)
  for (const what of outcome.broken.slice(0, mostTold)) say(`  ${what}`)
  return { ...outcome, name: promise.name, seconds }
}

/** Checks the promises one after the other, prints a table and a summary, and counts the kept and the broken promises. */
export async function keep(promises: readonly Promised[], say: (line: string) => void): Promise<{ kept: number; broken: number }> {
  const all: Kept[] = []
  for (const promise of promises) all.push(await shown(promise, say))
  const broken = all.filter((one) => one.broken.length > 0)
  const widest = Math.max(...all.map(({ name }) => name.length))
  say('')
  for (const { name, seconds, broken: found, did } of all)
    say(
      `${name.padEnd(widest)}  ${(found.length > 0 ? `${found.length} broken` : 'kept').padStart(10)}  ${`${seconds} s`.padStart(7)}  ${did.slice(0, widestTold)}`,
    )
  say(
    `figure: ${all.length - broken.length} of ${all.length} promises kept, ${broken.reduce((sum, one) => sum + one.broken.length, 0)} findings`,
  )
  return { kept: all.length - broken.length, broken: broken.length }
}
