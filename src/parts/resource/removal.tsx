import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Effects, useMutate } from '../../kit/mutate.ts'
import type { Problem } from '../../kit/problem.ts'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { useStableCallback } from '../../ui/use-stable-callback.ts'

interface Removal<Row> {
  /** Explains the consequences in the confirmation dialog. */
  readonly text: ReactNode
  /** Label of the confirm button. */
  readonly label: ReactNode
  /** Sends the request with these effects, which have the title of the notice. */
  readonly remove: (row: Row, effects: Pick<Effects<unknown>, 'title'>) => Promise<unknown>
  /** Text of a failure that needs more than the usual one; undefined for all others. */
  readonly errorText?: (problem: Problem) => string | undefined
}

/** Deletes a record after a confirmation; shows a notice on success or failure. Render `question`; `ask` is stable. */
export function useRemoval<Row extends { readonly name: string }>({ text, label, remove, errorText }: Removal<Row>) {
  const { t } = useLingui()
  const { showError } = useMutate()
  const { confirm, question } = useConfirm()
  const ask = useStableCallback(async (row: Row) => {
    const { name } = row
    if (!(await confirm({ heading: t`Delete ${name}?`, text, label }))) return
    await remove(row, { title: t`Deleted: ${name}` }).catch(showError(t`Couldn’t delete it`, errorText))
  })
  return { ask, question }
}
