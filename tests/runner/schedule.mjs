/**
 * Runs the steps in parallel on the available cores and returns their results.
 * A step waits for the steps that it needs; `run` receives the name of a needed step that failed.
 */
export async function runSteps(steps, run, cores) {
  const waiting = [...steps]
  const running = new Set()
  const ended = new Map()
  let free = Math.max(cores, 1)
  const coresOf = (step) => Math.min(step.cores ?? 1, Math.max(cores, 1))
  const needsOf = (step) => (step.needs ?? []).filter((name) => steps.some((other) => other.name === name))
  const isReady = (step) => needsOf(step).every((name) => ended.has(name))

  const start = (step) => {
    const brokenNeed = needsOf(step).find((name) => ended.get(name).failed > 0)
    free -= coresOf(step)
    const work = run(step, brokenNeed).then((result) => {
      ended.set(step.name, result)
      free += coresOf(step)
      running.delete(work)
    })
    running.add(work)
  }

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((step) => isReady(step) && coresOf(step) <= free)
    // Prevents starvation of large steps: later steps wait while a ready step waits for cores.
    const blocked = waiting.findIndex((step) => isReady(step) && coresOf(step) > free)
    if (next >= 0 && (blocked < 0 || next < blocked)) start(waiting.splice(next, 1)[0])
    else await Promise.race(running)
  }
  return steps.map((step) => ended.get(step.name))
}
