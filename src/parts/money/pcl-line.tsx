import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { pclDays, type PclLevel } from '../../contract/bids/pcl.rules.ts'
import { type Problem, problemText } from '../../kit/problem.ts'

const words: Readonly<Record<PclLevel, MessageDescriptor>> = {
  player: msg`Player: spends below the median.`,
  competitor: msg`Competitor: spends at or above the median.`,
  leader: msg`Leader: spends as much as the top 10%.`,
}

interface PclLineProps {
  /** The response; undefined while loading. */
  readonly read: { readonly pcl: PclLevel | null } | undefined
  readonly error: Problem | undefined
}

/** Compares a spend with that of its peers. Nothing else waits for this request. */
export function PclLine({ read, error }: PclLineProps) {
  const { i18n } = useLingui()
  return (
    <p className="quiet" role="status">
      <Trans>Compared with similar advertisers, last {pclDays} days:</Trans>{' '}
      {error ? (
        problemText(error, i18n)
      ) : !read ? (
        <Trans>comparing…</Trans>
      ) : read.pcl === null ? (
        <Trans>not enough similar advertisers to compare.</Trans>
      ) : (
        i18n._(words[read.pcl])
      )}
    </p>
  )
}
