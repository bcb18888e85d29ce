import type { FieldFault } from '../../contract/fields/faults.ts'

const isNothing = (value: unknown) => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const byRule: Readonly<Record<string, FieldFault>> = {
  'Expected a date as YYYY-MM-DD': { code: 'date' },
  'Expected integer': { code: 'whole' },
  'Expected number': { code: 'only_numbers' },
}

/** The fault that the platform's words for a field mean, so that it is said in the person's own; nothing for words of another kind. */
export function ruleFault(rule: string, value: unknown): FieldFault | undefined {
  if (!rule.startsWith('Expected ')) return undefined
  if (isNothing(value)) return { code: 'required', of: 'value' }
  const [, most] = /^Expected \d+ to (\d+) characters$/.exec(rule) ?? []
  const over = most !== undefined && typeof value === 'string' ? value.length - Number(most) : 0
  return over > 0 ? { code: 'max_length', max: Number(most), over } : byRule[rule]
}
