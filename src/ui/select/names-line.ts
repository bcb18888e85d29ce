/** How many names a closed field says before it only counts, as the specification has it. */
export const namesMost = 19

/** The names that a closed field says, and how many it keeps to itself. */
export function namesLine(labels: readonly string[], locale: string): { names: string; more: number } {
  const separator = /^(ja|zh)/.test(locale) ? '、' : ', '
  return { names: labels.slice(0, namesMost).join(separator), more: Math.max(0, labels.length - namesMost) }
}
