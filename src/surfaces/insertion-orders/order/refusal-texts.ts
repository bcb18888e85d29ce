import type { RejectionTexts } from '../../../parts/resource/form-rejection.ts'
import { useOrder } from '../context.tsx'
import { useOrderProblemText, useReasonText } from '../words.ts'

/** Texts of refused requests about the order, for forms (`field`, `all`) and notices (`all`). */
export function useRefusalTexts(): RejectionTexts {
  const order = useOrder()
  const reasonText = useReasonText()
  const problemText = useOrderProblemText()
  return {
    field: ({ code, values = {} }) => (code === undefined ? undefined : reasonText({ code, values }, order)),
    all: (problem) => problemText(problem, order),
  }
}
