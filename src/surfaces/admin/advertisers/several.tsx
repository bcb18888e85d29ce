import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { maxNewAdvertisers, manyAdvertisers } from '../../../contract/advertisers/many.ts'
import type { NewRowProblem } from '../../../contract/advertisers/advertisers.rules.ts'
import { advertiserStatuses } from '../../../contract/statuses.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { asProblem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { adminData, useAdmin } from '../context.tsx'
import { RowImport } from '../frame/rows/import.tsx'
import type { PastedRow } from '../frame/rows/parse.ts'
import { advertiserPath } from '../links.ts'
import { refusalTexts, refusalWords } from './words.ts'

const problemWords: Readonly<Record<NewRowProblem, MessageDescriptor>> = {
  name_missing: msg`Enter a name.`,
  name_too_long: msg`The name has more than 120 characters.`,
  duplicate: msg`Another row has this name.`,
  unknown_status: msg`The status is unknown.`,
  unknown_currency: msg`The client does not have this currency.`,
  unknown_time_zone: msg`Enter a time zone such as Europe/Berlin.`,
  unknown_group: msg`The client has no group of this name.`,
  unknown_industry: msg`The industry is unknown.`,
  no_permission: msg`You don’t have permission for this group or status.`,
}

/** New advertisers from a pasted or uploaded list. */
export default function SeveralAdvertisers() {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { memberGroup } = useClient()
  const { send } = useRuntime()
  const { run } = useMutate()
  const linkTo = usePathLink()
  const columns = useMemo(
    () => [
      { key: 'name', label: t`Name` },
      { key: 'status', label: t`Status` },
      { key: 'currency_code', label: t`Currency` },
      { key: 'time_zone', label: t`Time zone` },
      { key: 'advertiser_group_name', label: t`Group` },
      { key: 'industry_name', label: t`Industry` },
    ],
    [t],
  )
  const statuses = new Map<string, string>(advertiserStatuses.map((status) => [statusLabel(status, i18n).toLowerCase(), status]))
  const request = async (rows: readonly PastedRow[], isDryRun: boolean) => {
    const body = {
      advertisers: rows.map(({ values: { name = '', status = '', ...values } }) => ({
        ...values,
        name,
        status: statuses.get(status.toLowerCase()) ?? status,
      })),
      ...(isDryRun && { dry_run: true }),
    }
    const { rows: outcomes } = await send(manyAdvertisers.createMany, { path: { memberGroupId }, body })
    return outcomes.map(({ outcome, advertiser_id, problems }, index) => {
      const { line = index + 1, values } = rows[index] ?? {}
      const name = values?.name ?? ''
      const target = advertiser_id === null ? undefined : linkTo(advertiserPath(memberGroupId, advertiser_id), name)
      return { line, name, outcome, target, problems: problems.map((problem) => i18n._(problemWords[problem])), advertiser_id }
    })
  }
  const sendRows = (rows: readonly PastedRow[], isDryRun: boolean) =>
    isDryRun
      ? request(rows, true)
      : run(() => request(rows, false), {
          stale: adminData,
          event: (results) => {
            for (const { outcome, advertiser_id } of results)
              if (outcome === 'created' && advertiser_id !== null) emit('ad-advertiser-created', { advertiser_id })
          },
        })
  return (
    <RowImport
      columns={columns}
      example={['Fernhill', statusLabel('pending', i18n), memberGroup?.default_currency?.currency_code ?? 'EUR', 'Europe/Berlin', '', '']}
      most={maxNewAdvertisers}
      send={sendRows}
      plannedText={(count) => t`${plural(count, { one: '# advertiser will be created', other: '# advertisers will be created' })}`}
      createdText={(count) => t`${plural(count, { one: '# advertiser created', other: '# advertisers created' })}`}
      createText={(count) => t`${plural(count, { one: 'Create # advertiser', other: 'Create # advertisers' })}`}
      refusedTitle={t`The advertisers were not created`}
      textOf={(error) => refusalTexts(i18n).all(asProblem(error))}
      disabledBecause={memberGroup?.status === 'pending' ? i18n._(refusalWords.client_pending) : undefined}
    />
  )
}
