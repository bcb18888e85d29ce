/** Result of the check of a promise. */
export interface Outcome {
  /** Summary of the check, with its counts. */
  readonly did: string
  /** Violations of the promise. */
  readonly broken: readonly string[]
}

/** What a running check is given. */
export interface Run {
  /** Aborted at the time limit: the check then ends as soon as it can. */
  readonly signal: AbortSignal
  /** Prints a line at each tenth of a part of the check. */
  readonly progress: (part: string, done: number, total: number) => void
}

/** A promise of the platform, and its full check. */
export interface Promised {
  readonly name: string
  readonly about: string
  /** Time limit of the check; after it the promise counts as broken. */
  readonly withinMs: number
  readonly run: (run: Run) => Promise<Outcome>
}

interface Kept extends Outcome {
  readonly name: string
  readonly seconds: number
}

/** Prints a line at each tenth of each part. */
function tenths(name: string, say: (line: string) => void): Run['progress'] {
  const shown = new Map<string, number>()
  return (part, done, total) => {
    const tenth = Math.floor((done * 10) / total)
    if (tenth === shown.get(part)) return
    shown.set(part, tenth)
    if (tenth > 0) say(`${name}: ${part} ${tenth * 10} %`)
  }
}

/** A check that ignores its signal is waited for no longer than this. */
const defaultGraceMs = 120_000

/** Waits for a check. After the time limit it ends the check, so that it does not disturb the next one. */
async function within({ name, withinMs, run }: Promised, say: (line: string) => void, graceMs: number): Promise<Outcome> {
  const limit = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const after = (ms: number) => new Promise<'late'>((resolve) => timers.push(setTimeout(resolve, ms, 'late')))
  const ended = run({ signal: limit.signal, progress: tenths(name, say) }).catch(
    (error: Error): Outcome => ({ did: 'broke off', broken: [limit.signal.aborted ? error.message : (error.stack ?? error.message)] }),
  )
  try {
    const inTime = await Promise.race([ended, after(withinMs)])
    if (inTime !== 'late') return inTime
    const late = `took more than ${withinMs / 1000} s`
    limit.abort(new Error(late))
    const atLast = await Promise.race([ended, after(graceMs)])
    const broken = atLast === 'late' ? [`still runs ${graceMs / 1000} s after that and may disturb the next checks`] : atLast.broken
    return { did: 'too late', broken: [late, ...broken.filter((what) => what !== late)] }
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}

const maxListed = 20
const widestTold = 120

async function shown(promise: Promised, say: (line: string) => void, graceMs: number): Promise<Kept> {
  say(`${promise.name}: ${promise.about} …`)
  const began = performance.now()
  const outcome = await within(promise, say, graceMs)
  const seconds = Math.round((performance.now() - began) / 1000)
  say(`${promise.name}: ${outcome.did} (${seconds} s)`)
  for (const what of outcome.broken.slice(0, maxListed)) say(`  ${what}`)
  return { ...outcome, name: promise.name, seconds }
}

/** Checks the promises one after the other, prints a table and a summary, and counts the kept and the broken promises. */
export async function keep(promises: readonly Promised[], say: (line: string) => void, graceMs = defaultGraceMs) {
  const all: Kept[] = []
  for (const promise of promises) all.push(await shown(promise, say, graceMs))
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
