import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRefresh } from '../../../kit/cache.tsx'
import { useGuest } from '../../../kit/host/guest.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'

interface Removal<Row> {
  /** What becomes of it. */
  readonly text: ReactNode
  /** What the button says that does it. */
  readonly label: ReactNode
  readonly remove: (row: Row) => Promise<unknown>
  readonly done: (row: Row) => void
  /** Answers that are stale then. */
  readonly stale: object
}

/** Deletes a row after a question; why it cannot be is said. */
export function useRemoval<Row extends { readonly name: string }>({ text, label, remove, done, stale }: Removal<Row>) {
  const { t, i18n } = useLingui()
  const { notify } = useGuest()
  const refresh = useRefresh()
  const { confirm, question } = useConfirm()
  async function ask(row: Row) {
    const { name } = row
    if (!(await confirm({ heading: t`Delete ${name}?`, text, label }))) return
    try {
      await remove(row)
      notify({ kind: 'success', title: t`Deleted: ${name}` })
    } catch (error) {
      notify({ kind: 'error', title: t`It was not deleted`, text: problemText(asProblem(error), i18n), durationMs: 10_000 })
    }
    refresh(stale)
    done(row)
  }
  return { ask, question }
}
