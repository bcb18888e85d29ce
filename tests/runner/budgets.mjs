const clock = (ms) => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`)

/** The time of a step with its budget. Exceeding the budget is only a notice, because machines differ. */
export function timeText(ms, { budgetMinutes } = {}) {
  if (budgetMinutes === undefined) return clock(ms)
  return ms > budgetMinutes * 60_000 ? `${clock(ms)}, over its budget of ${budgetMinutes} min` : `${clock(ms)} of ${budgetMinutes} min`
}

/** Fails a step that has more tests than its limit. */
export function withinCount(result, { name, maxTests = Infinity }) {
  const tests = result.passed + result.failed + (result.skipped ?? 0)
  if (tests <= maxTests) return result
  const advice = `These are ${tests} ${name}, and ${maxTests} are allowed: move some to a cheaper tier or to the audit (tests/README.md), or remove those that another test repeats.`
  return { ...result, failed: result.failed + 1, output: `${result.output}\n${advice}` }
}
