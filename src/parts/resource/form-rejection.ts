import { useLingui } from '@lingui/react'
import type { FieldProblem } from '../../contract/reply.ts'
import { Problem, problemText } from '../../kit/problem.ts'
import { faultText } from '../../ui/form/fault-text.tsx'
import type { FieldFault } from '../../contract/fields/faults.ts'
import { fieldOf } from '../../ui/form/use-form.ts'
import type { Rejection } from '../../ui/form/use-submission.ts'

const isNothing = (value: unknown) => value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const byRule: Readonly<Record<string, FieldFault>> = {
  'Expected a date as YYYY-MM-DD': { code: 'date' },
  'Expected integer': { code: 'whole' },
  'Expected number': { code: 'only_numbers' },
}

/** Maps a rule text of the platform to a translatable fault; undefined for other texts. */
export function ruleFault(rule: string, value: unknown): FieldFault | undefined {
  if (!rule.startsWith('Expected ')) return undefined
  if (isNothing(value)) return { code: 'required', of: 'value' }
  const [, maxLength] = /^Expected \d+ to (\d+) characters$/.exec(rule) ?? []
  const excess = maxLength !== undefined && typeof value === 'string' ? value.length - Number(maxLength) : 0
  return excess > 0 ? { code: 'max_length', max: Number(maxLength), over: excess } : byRule[rule]
}

/** A form's own texts for rejected fields and requests. */
export interface RejectionTexts {
  readonly field: (problem: FieldProblem) => string | undefined
  readonly all: (problem: Problem) => string
}

/** Wraps a request for `useSubmission`: a problem becomes texts for the form and its fields. */
export function useRejection(texts?: RejectionTexts) {
  const { i18n } = useLingui()
  const toField = (problem: FieldProblem, values: ReadonlyMap<string, unknown>) => {
    const { path, rule } = problem
    const ownText = texts?.field(problem)
    // An own text names its subject, so the form shows it without the path if the field is not in this form.
    if (ownText !== undefined) return { path: fieldOf(path, [...values.keys()]) ? path : '', text: ownText }
    const fault = ruleFault(rule, values.get(path))
    return { path, text: fault ? faultText(fault, i18n) : rule }
  }
  return <Values extends object>(send: (values: Values) => Promise<unknown>) =>
    async (values: Values): Promise<Rejection | undefined> => {
      try {
        await send(values)
        return undefined
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const knownValues = new Map<string, unknown>(Object.entries(values))
        return {
          text: texts?.all(error) ?? problemText(error, i18n),
          fields: error.fields.map((field) => toField(field, knownValues)),
        }
      }
    }
}
