import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CampaignHistoryRow, ChangeKind, UndoneChanges } from '../../../contract/campaigns/edits.ts'
import { entityUndoDays } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { campaigns } from '../../../contract/campaigns/campaigns.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { ChangeValue, changedFieldLabel, changeText, isTargeting } from '../../../parts/campaigns/change-value.tsx'
import { Changes, type ChangesOf } from '../../../parts/resource/changes.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { momentText } from '../../../ui/format/moment.ts'
import { useLockedReason } from './budget.tsx'
import { type CampaignContext, useCampaign, useTargetingScope } from './gate.tsx'
import { useUndoCampaignChanges, useMutationErrorText } from '../detail/mutation.tsx'

/** Follows the name of the user, so each text starts with a verb. */
const kindWords: Readonly<Record<ChangeKind, MessageDescriptor>> = {
  created: msg`created the campaign`,
  changed: msg`made changes`,
  bulk: msg`made a bulk edit`,
  sheet: msg`made changes with a spreadsheet`,
  undone: msg`undid a change`,
  submitted: msg`submitted the campaign`,
  approved: msg`approved the campaign`,
  approval_undone: msg`undid the approval`,
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

/** Fields whose changes cannot be undone here. */
const keptFields: readonly string[] = ['pictures', 'insertion_order']

/** Entity changes can be undone for `entityUndoDays`, while the platform stores each one. */
function isUndoable({ kind, batch, fields, at }: CampaignHistoryRow, now: Date) {
  const isOfEntities = kind.startsWith('entities_') || (kind === 'undone' && fields.some(({ field }) => entityChangeFields.includes(field)))
  if (isOfEntities) return fields.length > 0 && batch !== null && now.getTime() - Date.parse(at) < entityUndoDays * dayMs
  return fields.length > 0 && undoable.includes(kind) && fields.every(({ field }) => !keptFields.includes(field))
}

function useWords() {
  const { t, i18n } = useLingui()
  const { currency } = useCampaign()
  const targetingScope = useTargetingScope()
  return {
    what: ({ kind, ad_group }: CampaignHistoryRow) => {
      const name = ad_group?.name
      return (
        <>
          {i18n._(kindWords[kind])}
          {name && <span className="quiet"> · {t`Ad group ${name}`}</span>}
        </>
      )
    },
    labelOf: (field: string) => changedFieldLabel(field, i18n),
    textOf: (field: string, value: unknown) => changeText(field, value, currency, i18n),
    blockOf: (field: string, value: unknown) =>
      isTargeting(value) ? <ChangeValue {...{ field, value, currency, targetingSource: targetingScope }} /> : undefined,
  }
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

function useUndoOfCampaign() {
  const { t } = useLingui()
  const { send, now } = useRuntime()
  const { isReadonly } = useScope()
  const { at } = useCampaign()
  const locked = useLockedReason()
  const groupLocked = useLockedReason('ad_groups.change')
  const undoOf = useUndoCampaignChanges()
  const linesOf = useLaterChanges()
  const textOf = useMutationErrorText()
  return {
    isOffered: (row: CampaignHistoryRow) => !isReadonly && isUndoable(row, now()),
    disabledBecause: ({ ad_group }: CampaignHistoryRow) => (ad_group ? groupLocked : locked),
    preview: async (id: number) => {
      const body = { campaign_change_ids: [id], dry_run: true }
      const preview = await send(campaigns.undo, { path: { memberGroupId: at.memberGroupId }, body })
      const returnsToReview = preview.reviewed_again.length > 0
      return {
        losses: linesOf(preview),
        warning: returnsToReview ? t`The campaign goes back to review and stops serving until it’s approved.` : undefined,
      }
    },
    undo: (id: number, how: { readonly isForced: boolean }) => undoOf([{ campaign_change_ids: [id] }])(how),
    textOf,
  }
}

/** The history of a campaign and its ad groups. */
const campaignChanges: ChangesOf<CampaignContext['at'], CampaignHistoryRow> = {
  useChanges: (at, pagination) => useRead(campaigns.changes, { path: at, body: { pagination } }, { keepPreviousData: true }),
  idOf: ({ campaign_change_id }) => campaign_change_id,
  useWords,
  useUndo: useUndoOfCampaign,
}

/** Tab with all changes of the campaign and its ad groups. */
export function History() {
  const { campaign, at } = useCampaign()
  return <Changes of={campaignChanges} id={at} zone={campaign.time_zone} />
}
