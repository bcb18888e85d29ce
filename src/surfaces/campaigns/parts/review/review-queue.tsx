import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import type { CampaignRow } from '../../../../contract/campaigns.ts'
import { problemText } from '../../../../kit/problem.ts'
import { useMayDo } from '../../../../parts/gate.tsx'
import { useWhose } from '../../../../parts/whose.tsx'
import { Button } from '../../../../ui/button.tsx'
import { check } from '../../../../ui/icons.ts'
import { later } from '../../../../ui/later.ts'
import { Keys } from '../../../../ui/mark/keys.tsx'
import { Broken, Empty, Loading, Refused } from '../../../../ui/states.tsx'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { ListFrame } from '../list/list-frame.tsx'
import { actOf, type QueueAct } from './queue-keys.ts'
import { Reading, useReading } from './reading.tsx'
import { ReviewDetail } from './review-detail.tsx'
import { type Queue, useQueue } from './use-queue.ts'

const DenyDialog = later(() => import('./deny-dialog.tsx'))

/** Letters typed into a field mean themselves. */
const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('input, textarea, select, dialog') !== null

interface QueueListProps {
  readonly queue: Queue
  readonly onShow: (row: CampaignRow) => void
}

function QueueList({ queue: { rows, current }, onShow }: QueueListProps) {
  const { t } = useLingui()
  return (
    <ol className="review-list" aria-label={t`Campaigns that wait`}>
      {rows.map((row) => (
        <li key={row.campaign_id}>
          <button
            type="button"
            data-campaign={row.campaign_id}
            aria-current={row === current ? 'true' : undefined}
            onClick={() => onShow(row)}
          >
            <b>{row.name}</b>
            <small>
              {row.advertiser_name} · <RelativeTime moment={row.submitted_at ?? row.created_at} zone="UTC" />
            </small>
          </button>
        </li>
      ))}
    </ol>
  )
}

interface DecisionsProps {
  readonly mayNot: string | undefined
  /** Why it cannot be passed yet, though it may be denied. */
  readonly unread: string | undefined
  readonly isBusy: boolean
  readonly onApprove: () => void
  readonly onDeny: () => void
}

/** What is done about the one that is looked at. */
function Decisions({ mayNot, unread, isBusy, onApprove, onDeny }: DecisionsProps) {
  return (
    <div className="review-acts">
      <Button kind="primary" isBusy={isBusy} disabledBecause={mayNot ?? unread} onPress={onApprove}>
        <Trans>Approve</Trans>
      </Button>
      <Button disabledBecause={mayNot} onPress={onDeny}>
        <Trans>Deny…</Trans>
      </Button>
      <span className="quiet review-keys">
        <Trans>
          <Keys keys={['A']} /> approves, <Keys keys={['D']} /> denies, <Keys keys={['J']} /> and <Keys keys={['K']} /> go on and back
        </Trans>
      </span>
    </div>
  )
}

function Body({ queue, current }: { readonly queue: Queue; readonly current: CampaignRow }) {
  const { t } = useLingui()
  const { isReadonly } = useWhose()
  const mayNot = useMayDo()({ permissions: ['campaigns.review'] })
  const { isWhole, tell } = useReading()
  const [denied, setDenied] = useState<CampaignRow>()
  const place = useRef<HTMLElement>(null)
  const { rows, at, isBusy, show, decide } = queue
  const look = (row: CampaignRow | undefined) => {
    if (!row) return
    show(row)
    place.current?.querySelector<HTMLElement>(`[data-campaign="${row.campaign_id}"]`)?.focus()
  }
  const unread = isWhole ? undefined : t`Not everything of it could be read yet`
  const mayDecide = mayNot === undefined && !isReadonly && !isBusy
  const acts: Readonly<Record<string, QueueAct>> = {
    j: { run: () => look(rows[at + 1]), isRepeated: true },
    k: { run: () => look(rows[at - 1]), isRepeated: true },
    ...(mayDecide && unread === undefined && { a: { run: () => void decide(current, undefined) } }),
    ...(mayDecide && { d: { run: () => setDenied(current) } }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(acts, event.nativeEvent)
    if (!act || isTyping(event)) return
    event.preventDefault()
    act.run()
  }
  const title = current.name
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the buttons in it
    <section ref={place} className="review" onKeyDown={onKeyDown}>
      <QueueList queue={queue} onShow={look} />
      <article aria-label={title}>
        <Reading value={tell}>
          <ReviewDetail key={`${current.campaign_id}.${current.version}`} row={current} />
        </Reading>
        {!isReadonly && (
          <Decisions {...{ mayNot, unread, isBusy }} onApprove={() => void decide(current, undefined)} onDeny={() => setDenied(current)} />
        )}
      </article>
      {denied && (
        <Suspense>
          <DenyDialog name={denied.name} onDeny={(comment) => decide(denied, comment)} onClose={() => setDenied(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function Queued({ queue }: { readonly queue: Queue }) {
  const { i18n } = useLingui()
  const { error, data, current, total = 0, mutate } = queue
  if (error?.kind === 'refused') return <Refused text={<Trans>Ask an administrator of your account for access to campaigns.</Trans>} />
  if (error)
    return (
      <Broken
        heading={<Trans>The queue could not be read</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <Loading height={320} />
  if (!current)
    return (
      <Empty
        icon={check}
        heading={<Trans>Nothing waits for a review</Trans>}
        text={<Trans>Campaigns that were submitted stand here, the one that waits longest first.</Trans>}
      />
    )
  return (
    <>
      <p className="quiet" role="status">
        <Plural value={total} one="# campaign waits" other="# campaigns wait" />
      </p>
      <Body queue={queue} current={current} />
    </>
  )
}

/** What was submitted and waits to be looked at, the oldest first; one decides and sees the next. */
export function ReviewQueue() {
  const queue = useQueue()
  return (
    <ListFrame here="review">
      <Queued queue={queue} />
    </ListFrame>
  )
}
