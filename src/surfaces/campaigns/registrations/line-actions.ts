import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { entityRegistrations } from '../../../contract/registrations/registrations.ts'
import { useRefresh } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { asProblem, problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useRegistrant } from './registrant.tsx'

/** Retries or hides failed lines, one or all. Errors are returned as `refused`, for display next to the lines. */
export function useLineActions() {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const refresh = useRefresh()
  const { memberGroupId, advertiserId } = useRegistrant()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const path = { memberGroupId, advertiserId }
  async function run(call: () => Promise<{ changed: number }>, titleOf: (changed: number) => string) {
    if (isBusy) return false
    setBusy(true)
    setRefused(undefined)
    try {
      const { changed } = await call()
      notify(changed > 0 ? { kind: 'success', title: titleOf(changed) } : { kind: 'info', title: t`Nothing left to process` })
      return true
    } catch (error) {
      setRefused(problemText(asProblem(error), i18n))
      return false
    } finally {
      refresh(entityRegistrations)
      setBusy(false)
    }
  }
  const again = (changed: number) => i18n._(msg`${plural({ changed }, { one: 'Retrying # row', other: 'Retrying # rows' })}`)
  const hidden = (changed: number) => i18n._(msg`${plural({ changed }, { one: '# row hidden', other: '# rows hidden' })}`)
  const named = (id: number) => ({ path, body: { event_detail_ids: [id] } })
  return {
    isBusy,
    refused,
    retry: (id: number) => run(() => send(entityRegistrations.retry, named(id)), again),
    hide: (id: number) => run(() => send(entityRegistrations.hide, named(id)), hidden),
    retryAll: () => run(() => send(entityRegistrations.retryAll, { path }), again),
    hideAll: () => run(() => send(entityRegistrations.hideAll, { path }), hidden),
  }
}
