import { useLingui } from '@lingui/react'
import { Problem, problemText } from '../kit/problem.ts'
import { faultText } from '../ui/form/rule-words.tsx'
import type { Rejection } from '../ui/form/use-form.ts'
import { ruleFault } from './rule-fault.ts'

/** Makes a call into what a form sends: a problem comes back as what the form can say, with each field's own. */
export function useRejection() {
  const { i18n } = useLingui()
  const textOf = (rule: string, value: unknown) => {
    const fault = ruleFault(rule, value)
    return fault ? faultText(fault, i18n) : rule
  }
  return <Values extends object>(send: (values: Values) => Promise<unknown>) =>
    async (values: Values): Promise<Rejection | undefined> => {
      try {
        await send(values)
        return undefined
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const all = new Map<string, unknown>(Object.entries(values))
        return {
          text: problemText(error, i18n),
          fields: error.fields.map(({ path, rule }) => ({ path, text: textOf(rule, all.get(path)) })),
        }
      }
    }
}
