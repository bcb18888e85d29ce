/** Formats rows as a text table: the first column left-aligned, numbers right-aligned. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0))).join('  ')
  return [head, ...rows].map((row) => line(row).trimEnd()).join('\n')
}

/** Describes the machine and its load, so that two runs can be compared. */
export const machineLoad = (loads: readonly number[]) => `load average ${loads.map((load) => load.toFixed(1)).join(' ')}`
