import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type RegistrationEvent, registrationReportPage } from '../../../contract/registrations/registrations.ts'
import { usePath } from '../../../kit/path.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { Lines } from './lines.tsx'
import { Pager } from '../../../parts/resource/pager.tsx'
import { useRegistrant } from './registrant.tsx'

const sourceWords = { list: msg`Pasted list`, csv: msg`File` } satisfies Record<RegistrationEvent['source'], unknown>

/** Progress of one list, and its lines when it is open. The open list is in the URL. */
function List({ event }: { readonly event: RegistrationEvent }) {
  const { t, i18n } = useLingui()
  const { zone } = useRegistrant()
  const { query, setQuery } = usePath()
  const { event_id: id, source, status, total, done, failed, created_at } = event
  const isOpen = query.get('list') === String(id)
  const isDone = status === 'completed'
  const toggle = () => setQuery({ list: isOpen ? undefined : String(id), lines: undefined })
  return (
    <li className="registration">
      <button type="button" className="registration-head" aria-expanded={isOpen} onClick={toggle}>
        <Icon shape={chevronDown} />
        <b>{t`List ${id}`}</b>
        <span className="quiet">
          {i18n._(sourceWords[source])} · <Since moment={created_at} zone={zone} />
        </span>
      </button>
      <Progress
        label={
          failed > 0 ? (
            <span className="bad">
              <Plural value={failed} one="# failed" other="# failed" />
            </span>
          ) : isDone ? (
            <Trans>All registered</Trans>
          ) : status === 'pending' ? (
            <Trans>Queued</Trans>
          ) : (
            <Trans>Being registered</Trans>
          )
        }
        done={done}
        total={total}
        state={isDone && failed === 0 ? 'done' : 'running'}
      />
      {isOpen && <Lines event={event} />}
    </li>
  )
}

interface ListsProps {
  readonly events: readonly RegistrationEvent[]
  readonly total: number
}

/** All lists, newest first. */
export function Lists({ events, total }: ListsProps) {
  const { t } = useLingui()
  const { plural } = useLabel()
  return (
    <section aria-label={t`Lists`}>
      <h3>{t`Lists`}</h3>
      {total === 0 ? (
        <EmptyState
          heading={t`No registrations yet`}
          text={t`Uploaded ID lists appear here. Only registered ${plural} can be advertised.`}
        />
      ) : (
        <>
          <ol className="registrations-lists">
            {events.map((event) => (
              <List key={event.event_id} event={event} />
            ))}
          </ol>
          <Pager label={t`Lists`} name="lists" size={registrationReportPage} total={total} />
        </>
      )}
    </section>
  )
}
