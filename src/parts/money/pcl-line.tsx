import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { pclDays, type PclLevel } from '../../contract/bids/pcl.rules.ts'
import { type Problem, problemText } from '../../kit/problem.ts'

const words: Readonly<Record<PclLevel, MessageDescriptor>> = {
  player: msg`Player: it spends less than the middle of its peers.`,
  competitor: msg`Competitor: it spends as much as the middle of its peers, or more.`,
  leader: msg`Leader: it spends as much as the tenth of its peers that spends most.`,
}

interface PclLineProps {
  /** The response; undefined while loading. */
  readonly answer: { readonly pcl: PclLevel | null } | undefined
  readonly error: Problem | undefined
}

/** Compares a spend with that of its peers. Nothing else waits for this request. */
export function PclLine({ answer, error }: PclLineProps) {
  const { i18n } = useLingui()
  return (
    <p className="quiet" role="status">
      <Trans>Among its peers, over {pclDays} days:</Trans>{' '}
      {error ? (
        problemText(error, i18n)
      ) : !answer ? (
        <Trans>being compared…</Trans>
      ) : answer.pcl === null ? (
        <Trans>too few others to compare with.</Trans>
      ) : (
        i18n._(words[answer.pcl])
      )}
    </p>
  )
}
