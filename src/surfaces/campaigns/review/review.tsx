import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { problemText } from '../../../kit/problem.ts'
import { useMayDo } from '../../../parts/scope/gate.tsx'
import { useWhose } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format/format.ts'
import { check } from '../../../ui/icon/icons.ts'
import { later } from '../../../ui/lazy-idle.ts'
import { Keys } from '../../../ui/badge/keys.tsx'
import { wear } from '../../../ui/theme/styles.ts'
import { Broken, Empty, Loading, Refused } from '../../../ui/states.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { ListFrame } from '../list/layout.tsx'
import { Pager } from '../list/pager.tsx'
import { Reading, useReading } from './loaded-parts.tsx'
import { ReviewDetail } from './detail.tsx'
import { Unlooked, type Unseen, useUnseen } from './unviewed.ts'
import { type Queue, queuePage, queueWord, useQueue } from './use-queue.ts'
import css from './review.css'

wear(css)

/** The action of a key in the queue. */
interface QueueAct {
  readonly run: () => void
  /** Repeats while the key is held. Decisions do not repeat: each one needs its own key press. */
  readonly isRepeated?: boolean
}
type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The action for a key event; undefined for other keys, key combinations, and repeats that are not allowed. */
export function actOf(acts: Readonly<Record<string, QueueAct>>, { key, repeat, ctrlKey, metaKey, altKey }: Pressed) {
  const act = acts[key.toLowerCase()]
  return !act || ctrlKey || metaKey || altKey || (repeat && !act.isRepeated) ? undefined : act
}

const DenyDialog = later(() => import('./deny-dialog.tsx'))

/** Keys typed into a field are not shortcuts. */
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
              {row.advertiser_name} · <Since moment={row.submitted_at ?? row.created_at} />
            </small>
          </button>
        </li>
      ))}
    </ol>
  )
}

interface DecisionsProps {
  readonly mayNot: string | undefined
  /** Why the campaign cannot be approved yet; denying is still possible. */
  readonly unread: string | undefined
  /** Lists that the reviewer has not seen completely. Approving is still possible. */
  readonly unseen: readonly Unseen[]
  readonly isBusy: boolean
  readonly onApprove: () => void
  readonly onDeny: () => void
}

/** Approve and Deny buttons for the open campaign. */
function Decisions({ mayNot, unread, unseen, isBusy, onApprove, onDeny }: DecisionsProps) {
  const { t, i18n } = useLingui()
  const lists = unseen.map(({ label, left }) => t`${label}: ${count(left, i18n.locale)}`)
  const list = new Intl.ListFormat(i18n.locale).format(lists)
  return (
    <div className="review-acts">
      {lists.length > 0 && (
        <p role="status">
          <Trans>Not looked at yet: {list}</Trans>
        </p>
      )}
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

/** Shown when the campaign in the URL is not under review. Selecting another one automatically could lead to a wrong decision. */
const NotWaiting = ({ onFirst }: { readonly onFirst: () => void }) => (
  <Empty
    icon={check}
    heading={<Trans>This campaign does not wait here</Trans>}
    text={<Trans>It was decided or taken back. Its own page says what became of it.</Trans>}
  >
    <Button onPress={onFirst}>
      <Trans>Go to the first that waits</Trans>
    </Button>
  </Empty>
)

function Body({ queue }: { readonly queue: Queue }) {
  const { t } = useLingui()
  const { isReadonly } = useWhose()
  const mayNot = useMayDo()({ permissions: ['campaigns.review'] })
  const { isWhole, tell } = useReading()
  const { lists: unseen, tell: tellUnseen } = useUnseen()
  const [denied, setDenied] = useState<CampaignRow>()
  const place = useRef<HTMLElement>(null)
  const { rows, at, current, isBusy, show, decide } = queue
  const look = (row: CampaignRow | undefined) => {
    if (!row) return
    show(row)
    place.current?.querySelector<HTMLElement>(`[data-campaign="${row.campaign_id}"]`)?.focus()
  }
  const unread = isWhole ? undefined : t`Not everything of it could be read yet`
  const decided = mayNot === undefined && !isReadonly && !isBusy ? current : undefined
  const acts: Readonly<Record<string, QueueAct>> = {
    j: { run: () => look(rows[at + 1]), isRepeated: true },
    k: { run: () => look(rows[at - 1]), isRepeated: true },
    ...(decided && unread === undefined && { a: { run: () => void decide(decided, undefined) } }),
    ...(decided && { d: { run: () => setDenied(decided) } }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(acts, event.nativeEvent)
    if (!act || isTyping(event)) return
    event.preventDefault()
    act.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its shortcuts repeat the buttons inside it
    <section ref={place} className="review" onKeyDown={onKeyDown}>
      <QueueList queue={queue} onShow={look} />
      {current ? (
        <article aria-label={current.name}>
          <Reading value={tell}>
            <Unlooked value={tellUnseen}>
              <ReviewDetail key={`${current.campaign_id}.${current.version}`} row={current} />
            </Unlooked>
          </Reading>
          {!isReadonly && (
            <Decisions
              {...{ mayNot, unread, unseen, isBusy }}
              onApprove={() => void decide(current, undefined)}
              onDeny={() => setDenied(current)}
            />
          )}
        </article>
      ) : queue.isSought ? (
        <Loading height={320} />
      ) : (
        <NotWaiting onFirst={() => (rows[0] ? look(rows[0]) : show(undefined))} />
      )}
      {denied && (
        <Suspense>
          <DenyDialog name={denied.name} onDeny={(comment) => decide(denied, comment)} onClose={() => setDenied(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function Queued({ queue }: { readonly queue: Queue }) {
  const { t, i18n } = useLingui()
  const { error, data, total = 0, retry } = queue
  if (error?.kind === 'refused') return <Refused text={<Trans>Ask an administrator of your account for access to campaigns.</Trans>} />
  if (error)
    return (
      <Broken
        heading={<Trans>The queue could not be read</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void retry()}
      />
    )
  if (!data) return <Loading height={320} />
  if (total === 0)
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
      <Pager label={t`Campaigns that wait`} name={queueWord} size={queuePage} total={total} />
      <Body queue={queue} />
    </>
  )
}

/** Campaigns under review, oldest first. After a decision the next one opens. */
export default function ReviewQueue() {
  const queue = useQueue()
  return (
    <ListFrame here="review">
      <Queued queue={queue} />
    </ListFrame>
  )
}
