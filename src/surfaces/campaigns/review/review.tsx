import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import type { CampaignRow } from '../../../contract/campaigns/campaigns.ts'
import { problemText } from '../../../kit/problem.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/format/format.ts'
import { check } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { KeyboardShortcut } from '../../../ui/badge/keys.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { ErrorState, EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { useListLayout } from '../list/layout.tsx'
import { ListLayout } from '../../../parts/resource/list.tsx'
import { Pager } from '../../../parts/resource/pager.tsx'
import { LoadedPartsContext, useLoadedParts } from './loaded-parts.tsx'
import { ReviewDetail } from './detail.tsx'
import { UnviewedContext, type UnviewedRows, useUnviewed } from './unviewed.ts'
import { type Queue, queuePageSize, queueParam, useQueue } from './use-queue.ts'
import css from './review.css'
import { asBottomBar } from '../../../ui/feedback/bottom-bars.ts'

addStyles(css)

/** The action of a key in the queue. */
interface QueueAction {
  readonly run: () => void
  /** Repeats while the key is held. Decisions do not repeat: each one needs its own key press. */
  readonly isRepeated?: boolean
}
type PressedKey = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The action for a key event; undefined for other keys, key combinations, and repeats that are not allowed. */
export function queueActionOf(acts: Readonly<Record<string, QueueAction>>, { key, repeat, ctrlKey, metaKey, altKey }: PressedKey) {
  const act = acts[key.toLowerCase()]
  return !act || ctrlKey || metaKey || altKey || (repeat && !act.isRepeated) ? undefined : act
}

const DenyDialog = lazyIdle(() => import('./deny-dialog.tsx'))

/** Keys typed into a field are not shortcuts. */
const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('input, textarea, select, dialog') !== null

interface QueueListProps {
  readonly queue: Queue
  readonly onShow: (row: CampaignRow) => void
}

function QueueList({ queue: { rows, current }, onShow }: QueueListProps) {
  const { t } = useLingui()
  return (
    <ol className="review-list" aria-label={t`Campaigns to review`}>
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
  readonly unseen: readonly UnviewedRows[]
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
    <div ref={asBottomBar} className="review-acts">
      {lists.length > 0 && (
        <p role="status">
          <Trans>Not reviewed: {list}</Trans>
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
          <KeyboardShortcut keys={['A']} /> approve, <KeyboardShortcut keys={['D']} /> deny, <KeyboardShortcut keys={['J']} /> next,{' '}
          <KeyboardShortcut keys={['K']} /> previous
        </Trans>
      </span>
    </div>
  )
}

/** Shown when the campaign in the URL is not under review. Selecting another one automatically could lead to a wrong decision. */
const NotWaiting = ({ onFirst }: { readonly onFirst: () => void }) => (
  <EmptyState
    icon={check}
    heading={<Trans>This campaign isn’t under review</Trans>}
    text={<Trans>It was already reviewed or withdrawn. Open the campaign to see its status.</Trans>}
  >
    <Button onPress={onFirst}>
      <Trans>Review the oldest</Trans>
    </Button>
  </EmptyState>
)

function Body({ queue }: { readonly queue: Queue }) {
  const { t } = useLingui()
  const { isReadonly } = useScope()
  const mayNot = useDisabledReason()({ permissions: ['campaigns.review'] })
  const { isWhole, tell } = useLoadedParts()
  const { lists: unseen, tell: tellUnseen } = useUnviewed()
  const [denied, setDenied] = useState<CampaignRow>()
  const panel = useRef<HTMLElement>(null)
  const { rows, at, current, isBusy, show, approve, deny } = queue
  const look = (row: CampaignRow | undefined) => {
    if (!row) return
    show(row)
    panel.current?.querySelector<HTMLElement>(`[data-campaign="${row.campaign_id}"]`)?.focus()
  }
  const unread = isWhole ? undefined : t`Some parts haven’t loaded yet`
  const decided = mayNot === undefined && !isReadonly && !isBusy ? current : undefined
  const acts: Readonly<Record<string, QueueAction>> = {
    j: { run: () => look(rows[at + 1]), isRepeated: true },
    k: { run: () => look(rows[at - 1]), isRepeated: true },
    ...(decided && unread === undefined && { a: { run: () => void approve(decided) } }),
    ...(decided && { d: { run: () => setDenied(decided) } }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = queueActionOf(acts, event.nativeEvent)
    if (!act || isTyping(event)) return
    event.preventDefault()
    act.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its shortcuts repeat the buttons inside it
    <section ref={panel} className="review" onKeyDown={onKeyDown}>
      <QueueList queue={queue} onShow={look} />
      {current ? (
        <article aria-label={current.name}>
          <LoadedPartsContext value={tell}>
            <UnviewedContext value={tellUnseen}>
              <ReviewDetail key={`${current.campaign_id}.${current.version}`} row={current} />
            </UnviewedContext>
          </LoadedPartsContext>
          {!isReadonly && (
            <Decisions {...{ mayNot, unread, unseen, isBusy }} onApprove={() => void approve(current)} onDeny={() => setDenied(current)} />
          )}
        </article>
      ) : queue.isSought ? (
        <LoadingSkeleton height={320} />
      ) : (
        <NotWaiting onFirst={() => (rows[0] ? look(rows[0]) : show(undefined))} />
      )}
      {denied && (
        <Suspense>
          <DenyDialog name={denied.name} onDeny={(comment) => deny(denied, comment)} onClose={() => setDenied(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function QueueState({ queue }: { readonly queue: Queue }) {
  const { t, i18n } = useLingui()
  const { error, data, total = 0, retry } = queue
  if (error?.kind === 'refused') return <NoPermission text={<Trans>Ask your account administrator for access to campaigns.</Trans>} />
  if (error)
    return (
      <ErrorState
        heading={<Trans>Couldn’t load the review queue</Trans>}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void retry()}
      />
    )
  if (!data) return <LoadingSkeleton height={320} />
  if (total === 0)
    return (
      <EmptyState
        icon={check}
        heading={<Trans>Nothing to review</Trans>}
        text={<Trans>Submitted campaigns appear here, oldest first.</Trans>}
      />
    )
  return (
    <>
      <p className="quiet" role="status">
        <Plural value={total} one="# campaign to review" other="# campaigns to review" />
      </p>
      <Pager label={t`Campaigns to review`} name={queueParam} size={queuePageSize} total={total} />
      <Body queue={queue} />
    </>
  )
}

/** Campaigns under review, oldest first. After a decision the next one opens. */
export default function ReviewQueue() {
  const queue = useQueue()
  return (
    <ListLayout {...useListLayout('review')}>
      <QueueState queue={queue} />
    </ListLayout>
  )
}
