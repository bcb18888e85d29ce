import { Trans, useLingui } from '@lingui/react/macro'
import { asProblem } from '../../../kit/problem.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useInvalidateReports } from './invalidate.ts'

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
export function useConflict() {
  const { i18n } = useLingui()
  const { confirm, question } = useConfirm()
  const stale = useInvalidateReports()
  const ask = (theirs: readonly string[]): Promise<boolean> => {
    const list = new Intl.ListFormat(i18n.locale).format(theirs)
    return confirm({
      heading: <Trans>Somebody has changed this meanwhile</Trans>,
      text:
        theirs.length > 0 ? (
          <Trans>They changed: {list}. What you changed goes on top of that, and everything else stays theirs.</Trans>
        ) : (
          <Trans>What you changed goes on top of that.</Trans>
        ),
      does: 'continue',
      label: <Trans>Save mine on top</Trans>,
    })
  }
  async function saved<Seen, Done>({ seen, save, read, differences }: VersionedSave<Seen, Done>): Promise<Done> {
    for (let over = seen; ; ) {
      try {
        return await save(over)
      } catch (error) {
        if (asProblem(error).status !== 412) throw error
        const now = await read()
        if (!(await ask(differences(over, now)))) {
          stale()
          throw error
        }
        over = now
      }
    }
  }
  return { saved, question }
}
