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
    some: t`${plural(changedIn(made.answers), { one: 'Only # change was made', other: 'Only # changes were made' })}`,
    'some-unknown': t`${plural(changedIn(made.answers), { one: '# change was made; nobody knows yet about the rest', other: '# changes were made; nobody knows yet about the rest' })}`,
    none: t`Nothing was changed`,
    unknown: t`Nobody knows yet whether it was changed`,
  }
  const done = completionOf(made)
  return (
    <Callout kind="error" heading={headings[done]} isAnnounced>
      {problemText(made.problem, i18n)}{' '}
      {done === 'some' && <Trans>Make the changes again for the rest, or leave this and undo what was done.</Trans>}
      {done === 'some-unknown' && (
        <Trans>
          Make the changes again: nothing is done twice. If you leave this, Undo takes back only what is known; the history shows the rest.
        </Trans>
      )}
      {done === 'unknown' && <Trans>Make the changes again: nothing is done twice.</Trans>}
    </Callout>
  )
}
