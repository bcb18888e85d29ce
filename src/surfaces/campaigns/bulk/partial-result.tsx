import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Problem, problemText } from '../../../kit/problem.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { changedIn, completionOf, type BulkOutcome } from './batches.ts'

/** Explains a bulk change that failed partway. */
export function PartialResult({ made }: { readonly made: BulkOutcome & { readonly problem: Problem } }) {
  const { t, i18n } = useLingui()
  const headings = {
    all: null,
    some: t`${plural(changedIn(made.results), { one: 'Only # change made', other: 'Only # changes made' })}`,
    'some-unknown': t`${plural(changedIn(made.results), { one: '# change made; we couldn’t confirm the rest', other: '# changes made; we couldn’t confirm the rest' })}`,
    none: t`No changes made`,
    unknown: t`We couldn’t confirm your changes`,
  }
  const completion = completionOf(made)
  return (
    <Callout kind="error" heading={headings[completion]} isAnnounced>
      {problemText(made.problem, i18n)}{' '}
      {completion === 'some' && <Trans>Apply again to finish the rest, or close and undo the changes already made.</Trans>}
      {completion === 'some-unknown' && (
        <Trans>
          Apply again. No change is made twice. If you close this, Undo covers only confirmed changes; check the history for the rest.
        </Trans>
      )}
      {completion === 'unknown' && <Trans>Apply again. No change is made twice.</Trans>}
    </Callout>
  )
}
