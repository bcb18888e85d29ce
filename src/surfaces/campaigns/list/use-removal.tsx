import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useInvalidateCampaigns } from '../context.tsx'

interface Removal<Row> {
  /** Explains the consequences in the confirmation dialog. */
  readonly text: ReactNode
  /** Label of the confirm button. */
  readonly label: ReactNode
  readonly remove: (row: Row) => Promise<unknown>
}

/** Deletes a row after a confirmation; shows a notice on success or failure. */
export function useRemoval<Row extends { readonly name: string }>({ text, label, remove }: Removal<Row>) {
  const { t, i18n } = useLingui()
  const { notify } = useElementContext()
  const invalidate = useInvalidateCampaigns()
  const { confirm, question } = useConfirm()
  async function ask(row: Row) {
    const { name } = row
    if (!(await confirm({ heading: t`Delete ${name}?`, text, label }))) return
    try {
      await remove(row)
      notify({ kind: 'success', title: t`Deleted: ${name}` })
    } catch (error) {
      notify({ kind: 'error', title: t`Couldn’t delete it`, text: problemText(asProblem(error), i18n), durationMs: 10_000 })
    }
    invalidate()
  }
  return { ask, question }
}
