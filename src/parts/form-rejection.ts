import { useLingui } from '@lingui/react'
import { Problem, problemText } from '../kit/problem.ts'
import type { Rejection } from '../ui/form/use-form.ts'

/** Makes a call into what a form sends: a problem comes back as what the form can say, with each field's own. */
export function useRejection() {
  const { i18n } = useLingui()
  return <Values>(send: (values: Values) => Promise<unknown>) =>
    async (values: Values): Promise<Rejection | undefined> => {
      try {
        await send(values)
        return undefined
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return { text: problemText(error, i18n), fields: error.fields.map(({ path, rule }) => ({ path, text: rule })) }
      }
    }
}
