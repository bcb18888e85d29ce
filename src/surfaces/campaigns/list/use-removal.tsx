import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Effects, useMutate } from '../../../kit/mutate.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'

interface Removal<Row> {
  /** Explains the consequences in the confirmation dialog. */
  readonly text: ReactNode
  /** Label of the confirm button. */
  readonly label: ReactNode
  readonly remove: (row: Row, effects: Effects<unknown>) => Promise<unknown>
}

/** Deletes a row after a confirmation; shows a notice on success or failure. */
export function useRemoval<Row extends { readonly name: string }>({ text, label, remove }: Removal<Row>) {
  const { t } = useLingui()
  const { showError } = useMutate()
  const { confirm, question } = useConfirm()
  async function ask(row: Row) {
    const { name } = row
    if (!(await confirm({ heading: t`Delete ${name}?`, text, label }))) return
    // Loaded now, because the first paint needs no endpoints of images and ad groups.
    await import('../campaign-data.ts')
      .then(({ campaignData }) => remove(row, { stale: campaignData, title: t`Deleted: ${name}` }))
      .catch(showError(t`Couldn’t delete it`))
  }
  return { ask, question }
}
