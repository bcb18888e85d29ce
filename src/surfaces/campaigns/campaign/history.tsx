import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { CampaignHistoryRow, ChangeKind, UndoneChanges } from '../../../contract/campaigns/edits.ts'
import { entityUndoDays } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { problemText } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { ChangeValue, changedFieldLabel, changeText, isTargeting } from '../../../parts/campaigns/change-value.tsx'
import { useClock } from '../../../parts/time/since.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { undo as undoIcon } from '../../../ui/icon/control-icons.ts'
import { Timeline } from '../../../ui/badge/timeline.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { momentText } from '../../../ui/format/moment.ts'
import { Pager, usePageStart } from '../list/pager.tsx'
import { useLockedReason } from './budget.tsx'
import { useCampaign } from './gate.tsx'
import { useUndoCampaignChanges, useMutationErrorText } from '../detail/mutation.ts'
import { useTargetingScope } from './targeting.tsx'

const pageSize = 50

/** Follows the name of the user, so each text starts with a verb. */
const kindWords: Readonly<Record<ChangeKind, MessageDescriptor>> = {
  created: msg`created the campaign`,
  changed: msg`made changes`,
  bulk: msg`made a bulk edit`,
  sheet: msg`made changes with a spreadsheet`,
  undone: msg`undid a change`,
  submitted: msg`submitted the campaign`,
  approved: msg`approved the campaign`,
  denied: msg`denied the campaign`,
  started: msg`started the campaign`,
  ended: msg`ended the campaign`,
  removed: msg`deleted it`,
  entities_added: msg`added items to advertise`,
  entities_removed: msg`removed advertised items`,
  entities_bid: msg`changed bids`,
}
/** Kinds of changes that can be undone. */
const undoable: readonly ChangeKind[] = ['changed', 'bulk', 'sheet', 'undone']

const entityChangeFields: readonly string[] = ['entities', 'bids']
const dayMs = 86_400_000

/** Image changes cannot be undone here. Entity changes can be undone for `entityUndoDays`, while the platform stores each one. */
function isUndoable({ kind, batch, fields, at }: CampaignHistoryRow, now: Date) {
  const isOfEntities = kind.startsWith('entities_') || (kind === 'undone' && fields.some(({ field }) => entityChangeFields.includes(field)))
  if (isOfEntities) return fields.length > 0 && batch !== null && now.getTime() - Date.parse(at) < entityUndoDays * dayMs
  return fields.length > 0 && undoable.includes(kind) && fields.every(({ field }) => field !== 'pictures')
}

interface SidesProps {
  readonly name: string
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Old and new value side by side, for fields such as targeting that do not fit on one line. */
function BeforeAndAfter({ name, field, before, after }: SidesProps) {
  const { t } = useLingui()
  const { currency } = useCampaign()
  const place = useTargetingScope()
  const sides = [
    { label: t`Before`, value: before },
    { label: t`After`, value: after },
  ]
  return (
    <>
      <p>{name}:</p>
      <div className="change-sides">
        {sides.map(({ label, value }) => (
          <div key={label}>
            <small className="quiet">{label}</small>
            <ChangeValue {...{ field, value, currency, place }} />
          </div>
        ))}
      </div>
    </>
  )
}

function Fields({ row }: { readonly row: CampaignHistoryRow }) {
  const { i18n } = useLingui()
  const { currency } = useCampaign()
  return (
    <div className="change-fields">
      {row.fields.map(({ field, before, after }) => {
        const name = changedFieldLabel(field, i18n)
        if (isTargeting(before) || isTargeting(after)) return <BeforeAndAfter key={field} {...{ name, field, before, after }} />
        const [from, to] = [before, after].map((value) => changeText(field, value, currency, i18n))
        return (
          <p key={field}>
            <Trans>
              {name}: <s>{from}</s> → <b>{to}</b>
            </Trans>
          </p>
        )
      })}
    </div>
  )
}

/** One line for each field that another user has changed since. */
function useLaterChanges() {
  const { t, i18n } = useLingui()
  const { campaign, currency } = useCampaign()
  return ({ rows }: UndoneChanges) =>
    rows.flatMap(({ changed_since }) =>
      changed_since.map(({ field, value, user, at }) => {
        const name = changedFieldLabel(field, i18n)
        const text = changeText(field, value, currency, i18n)
        const who = user?.name ?? t`another user`
        return t`${name}: ${text}, by ${who}, ${momentText(at, i18n.locale, campaign.time_zone)}`
      }),
    )
}

/** Undoes a change. If a newer change would be lost, a dialog lists it and asks first. */
function useUndoWithPrompt(confirm: ReturnType<typeof useConfirm>['confirm']) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const { at } = useCampaign()
  const [busy, setBusy] = useState<number>()
  const takingBack = useUndoCampaignChanges()
  const linesOf = useLaterChanges()
  const reasonOf = useMutationErrorText()
  const run = async (id: number) => {
    const body = { campaign_change_ids: [id], dry_run: true }
    const would = await send(campaigns.undo, { path: { memberGroupId: at.memberGroupId }, body })
    const later = linesOf(would)
    const isReviewed = would.reviewed_again.length > 0
    const text = [
      ...(later.length > 0 ? [t`Another user has changed the same fields since. Undoing also undoes their changes.`] : []),
      ...(isReviewed ? [t`The campaign goes back to review and stops serving until it’s approved.`] : []),
    ].join(' ')
    const label = later.length > 0 ? t`Undo anyway` : t`Undo`
    const isYes =
      text === '' || (await confirm({ heading: t`Undo an earlier change?`, text, label, ...(later.length > 0 && { lost: later }) }))
    if (!isYes) return
    const result = await takingBack([{ campaign_change_ids: [id] }])({ isForced: later.length > 0 })
    if (result === 'undone') return notify({ kind: 'success', title: t`Undone` })
    const reason = result === 'changed' ? t`Another user changed it after you. Nothing was undone.` : result.refused
    notify({ kind: 'error', title: t`Couldn’t undo`, text: reason })
  }
  const undo = async (id: number) => {
    setBusy(id)
    await run(id).catch((error: unknown) => notify({ kind: 'error', title: t`Couldn’t undo`, text: reasonOf(error) }))
    setBusy(undefined)
  }
  return { undo, busy }
}

interface RowsProps {
  readonly rows: readonly CampaignHistoryRow[]
  readonly isReadonly: boolean
}

function Rows({ rows, isReadonly }: RowsProps) {
  const { t, i18n } = useLingui()
  const { campaign } = useCampaign()
  const locked = useLockedReason()
  const groupLocked = useLockedReason('ad_groups.change')
  const { now } = useRuntime()
  const { confirm, question } = useConfirm()
  const { undo, busy } = useUndoWithPrompt(confirm)
  const clock = useClock()
  const items = rows.map((row) => {
    const { campaign_change_id: id, user, partner, kind, ad_group, undone_by, comment } = row
    const name = ad_group?.name
    const isOffered = !isReadonly && undone_by === null && isUndoable(row, now())
    return {
      id: String(id),
      who: user?.name ?? partner ?? t`System`,
      what: (
        <>
          {i18n._(kindWords[kind])}
          {name && <span className="quiet"> · {t`Ad group ${name}`}</span>}
          {undone_by !== null && <span className="quiet"> · {t`undone`}</span>}
        </>
      ),
      moment: row.at,
      note: (
        <>
          <Fields row={row} />
          {comment && <q>{comment}</q>}
          {isOffered && (
            <Button
              kind="plain"
              icon={undoIcon}
              isBusy={busy === id}
              disabledBecause={ad_group ? groupLocked : locked}
              onPress={() => void undo(id)}
            >
              <Trans>Undo</Trans>
            </Button>
          )}
        </>
      ),
    }
  })
  return (
    <>
      {question}
      <Timeline items={items} zone={campaign.time_zone} now={clock} />
    </>
  )
}

/** Tab with all changes of the campaign and its ad groups, newest first; the page is in the URL. */
export function History() {
  const { t, i18n } = useLingui()
  const { isReadonly } = useScope()
  const { at } = useCampaign()
  const start = usePageStart('changes')
  const { data, error, mutate, isValidating } = useRead(
    campaigns.changes,
    { path: at, body: { pagination: { start, count: pageSize } } },
    { keepPreviousData: true },
  )
  if (error && !data)
    return (
      <ErrorState
        heading={t`Couldn’t load the history`}
        reason={problemText(error, i18n)}
        requestId={error.requestId}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <LoadingSkeleton height={240} />
  if (data.total === 0)
    return <EmptyState heading={<Trans>No changes yet</Trans>} text={<Trans>Changes appear here with the person who made them.</Trans>} />
  return (
    <div className="detail-tab" aria-busy={isValidating}>
      <Rows rows={data.changes} isReadonly={isReadonly} />
      <Pager label={t`Changes`} name="changes" size={pageSize} total={data.total} />
    </div>
  )
}
