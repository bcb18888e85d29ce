import { Trans, useLingui } from '@lingui/react/macro'
import {
  entityRegistrations,
  type RegistrationDetail,
  type RegistrationEvent,
  registrationDetailPage,
} from '../../../contract/registrations/registrations.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceError } from '../../../parts/resource/resource.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { NumberText } from '../../../ui/format/number-text.tsx'
import { usePolling } from '../../../parts/time/use-polling.ts'
import { Pager, usePageStart } from '../../../parts/resource/pager.tsx'
import { useRegistrant } from './registrant.tsx'
import { labelIn } from '../../../parts/campaigns/labels.ts'
import { msg } from '@lingui/core/macro'

/** Result of one line. */
function LineResult({ line }: { readonly line: RegistrationDetail }) {
  if (line.error_code !== null) return <Failure line={line} />
  return line.completed_on === null ? (
    <span className="quiet">
      <Trans>Queued</Trans>
    </span>
  ) : (
    <Trans>Registered</Trans>
  )
}

/** The lines of one list, in pages; failed lines come first. */
export function Lines({ event }: { readonly event: RegistrationEvent }) {
  const { t } = useLingui()
  const { memberGroupId, advertiserId } = useRegistrant()
  const start = usePageStart('lines')
  const { event_id: eventId } = event
  const path = { memberGroupId, advertiserId, eventId }
  const read = useRead(entityRegistrations.one, { path, query: { start, count: registrationDetailPage } }, { keepPreviousData: true })
  const { data, error, mutate } = read
  usePolling(data !== undefined && data.status !== 'completed', read)
  if (error && !data) return <ResourceError problem={error} onRetry={() => void mutate()} brokenHeading={t`Couldn’t load rows`} />
  // The list already contains its first lines, so the first page needs no request.
  const details = data?.event_id === eventId ? data.details : start === 0 ? event.details : []
  const label = t`Rows in list ${eventId}`
  const columns = [
    { id: 'id', label: t`ID`, isNumber: false },
    { id: 'line', label: t`Row`, isNumber: true },
    { id: 'became', label: t`Result`, isNumber: false },
  ]
  const rows = details.map((line) => ({
    id: String(line.event_detail_id),
    cells: [line.internal_id, <NumberText key="line" value={line.line} />, <LineResult key="became" line={line} />],
  }))
  if (rows.length === 0) return <p className="quiet">{t`Rows are being prepared.`}</p>
  return (
    <div className="registration-lines">
      <Table caption={label} columns={columns} rows={rows} />
      <Pager label={label} name="lines" size={registrationDetailPage} total={event.total} />
    </div>
  )
}

/** Why a line failed: the platform's message and a short name of the error. */
export function Failure({ line: { error_code, error_message } }: { readonly line: RegistrationDetail }) {
  const { i18n } = useLingui()
  return (
    <span className="cell-lines">
      <span>{error_message ?? <Trans>Unknown error</Trans>}</span>
      {error_code && <small>{labelIn(errorWords, error_code, i18n)}</small>}
    </span>
  )
}

/** Why a line was not registered. */
const errorWords = {
  malformed: msg`Invalid format`,
  duplicate: msg`Duplicate ID`,
  unknown: msg`ID not found`,
  inactive: msg`Inactive`,
  already_registered: msg`Already registered`,
} satisfies Record<NonNullable<RegistrationDetail['error_code']>, unknown>
