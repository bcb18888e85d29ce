import { Trans, useLingui } from '@lingui/react/macro'
import { asProblem, isOutdated } from '../../kit/problem.ts'
import { useConfirm } from '../../ui/dialog/confirm.tsx'

interface VersionedSave<Seen, Done> {
  /** The version that the user edited. */
  readonly seen: Seen
  /** Saves the user's changes over the given version. */
  readonly save: (over: Seen) => Promise<Done>
  readonly read: () => Promise<Seen>
  /** Labels of the changes between two versions. */
  readonly differences: (seen: Seen, now: Seen) => readonly string[]
}

/** Saves with a version check. On a conflict, asks whether to apply the changes to the newer version; canceling loses nothing. */
export function useRebase() {
  const { i18n } = useLingui()
  const { confirm, question } = useConfirm()
  const askUser = (changedFields: readonly string[]): Promise<boolean> => {
    const list = new Intl.ListFormat(i18n.locale).format(changedFields)
    return confirm({
      heading: <Trans>This has changed since you opened it</Trans>,
      text:
        changedFields.length > 0 ? (
          <Trans>Changed: {list}. Saving applies your changes on top and keeps the others.</Trans>
        ) : (
          <Trans>Saving applies your changes on top.</Trans>
        ),
      does: 'continue',
      label: <Trans>Save my changes</Trans>,
    })
  }
  async function rebase<Seen, Done>({ seen, save, read, differences }: VersionedSave<Seen, Done>): Promise<Done> {
    for (let base = seen; ; ) {
      try {
        return await save(base)
      } catch (error) {
        if (!isOutdated(asProblem(error))) throw error
        const now = await read()
        if (!(await askUser(differences(base, now)))) throw error
        base = now
      }
    }
  }
  return { rebase, question }
}
