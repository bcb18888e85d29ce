import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { entityRegistrations } from '../../../contract/registrations/registrations.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { problemText } from '../../../kit/problem.ts'
import { useRegistrant } from './registrant.tsx'

const effects = { stale: [entityRegistrations] }

/** Retries or hides failed lines, one or all. Errors are returned as `refused`, for display next to the lines. */
export function useLineActions() {
  const { t, i18n } = useLingui()
  const { mutate } = useMutate()
  const { notify } = useElementContext()
  const { isPending, problem, attempt } = useAttempt()
  const { memberGroupId, advertiserId } = useRegistrant()
  const path = { memberGroupId, advertiserId }
  async function run(write: () => Promise<{ changed: number }>, titleOf: (changed: number) => string) {
    if (isPending) return false
    const done = await attempt(write())
    if (!done) return false
    notify(done.changed > 0 ? { kind: 'success', title: titleOf(done.changed) } : { kind: 'info', title: t`Nothing left to process` })
    return true
  }
  const again = (changed: number) => i18n._(msg`${plural({ changed }, { one: 'Retrying # row', other: 'Retrying # rows' })}`)
  const hidden = (changed: number) => i18n._(msg`${plural({ changed }, { one: '# row hidden', other: '# rows hidden' })}`)
  const named = (id: number) => ({ path, body: { event_detail_ids: [id] } })
  return {
    isBusy: isPending,
    refused: problem && problemText(problem, i18n),
    retry: (id: number) => run(() => mutate(entityRegistrations.retry, named(id), effects), again),
    hide: (id: number) => run(() => mutate(entityRegistrations.hide, named(id), effects), hidden),
    retryAll: () => run(() => mutate(entityRegistrations.retryAll, { path }, effects), again),
    hideAll: () => run(() => mutate(entityRegistrations.hideAll, { path }, effects), hidden),
  }
}
