import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import { containsPattern } from '../../../contract/list.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { advertiserParam, useBuilder } from '../context.tsx'
import type { OptionLoader, SelectedOption } from '../../../ui/select/option.ts'
import { Select } from '../../../ui/select/select.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'

/** Pages of the advertisers that the host allows. */
function useAdvertiserOptionPages(): OptionLoader {
  const { send } = useRuntime()
  const { clientId, advertiserIds } = useScope()
  return useMemo(
    () =>
      async ({ search, start, count, signal }) => {
        const among = advertiserIds ? [{ field: 'advertiser_id', operation: 'IN' as const, value: [...advertiserIds] }] : []
        const named = search ? [{ field: 'name', operation: 'ILIKE' as const, value: containsPattern(search) }] : []
        const body = { pagination: { start, count }, sort: [{ field: 'name', order: 'asc' as const }], filters: [...among, ...named] }
        const found = await send(advertisers.report, { path: { memberGroupId: clientId }, body }, { signal })
        return { options: found.advertisers.map(({ advertiser_id: id, name: label }) => ({ id, label })), total: found.total }
      },
    [send, clientId, advertiserIds],
  )
}

/** The id of the only advertiser that the user can choose. */
function useOnlyAdvertiser(ask: OptionLoader) {
  const [only, setOnly] = useState<number | 'several'>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    ask({ search: '', start: 0, count: 2, signal }).then(
      ({ options, total }) => setOnly(total === 1 && typeof options[0]?.id === 'number' ? options[0].id : 'several'),
      // The field shows the error and can try again.
      () => signal.aborted || setOnly('several'),
    )
    return () => controller.abort()
  }, [ask])
  return only
}

/** Selects the advertiser when the host has not set one and the user has more than one. */
export default function AdvertiserSelect() {
  const { t } = useLingui()
  const { setQuery } = usePath()
  const { setOnlyAdvertiser } = useBuilder()
  const ask = useAdvertiserOptionPages()
  const [chosen, setChosen] = useState<SelectedOption | null>(null)
  const only = useOnlyAdvertiser(ask)
  // The path stays as it is: an entry in the browser's history would bring the user back here.
  useEffect(() => {
    if (typeof only === 'number') setOnlyAdvertiser(only)
  }, [only, setOnlyAdvertiser])
  if (only !== 'several') return <LoadingSkeleton height={160} />
  return (
    <section className="builder-start" aria-label={t`Create campaign`}>
      <header className="builder-head">
        <h2>
          <Trans>Create campaign</Trans>
        </h2>
      </header>
      <div className="builder-form narrow">
        <p className="quiet">
          <Trans>Choose the advertiser who pays for this campaign.</Trans>
        </p>
        <Select label={t`Advertiser`} isRequired options={ask} value={chosen} onChange={setChosen} />
        <div className="row">
          <Button
            kind="primary"
            disabledBecause={chosen ? undefined : t`Choose an advertiser`}
            onPress={() => chosen && setQuery({ [advertiserParam]: String(chosen.id) })}
          >
            <Trans>Continue</Trans>
          </Button>
        </div>
      </div>
    </section>
  )
}
