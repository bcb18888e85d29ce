import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type AdGroupDraft, campaignDrafts } from '../../../contract/drafts/drafts.ts'
import { usePath } from '../../../kit/path.ts'
import { problemText } from '../../../kit/problem.ts'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { withBidDigits, useLabel } from '../../../parts/scope/client.tsx'
import { restoreLostFocus } from '../../../parts/navigation/restore-lost-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { money } from '../../../ui/format/format.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { pathOf, useDraftContext } from '../draft/context.ts'
import { AdGroupEditor } from './ad-group-editor.tsx'
import { StepSection } from './section.tsx'

interface RowProps {
  readonly group: AdGroupDraft
  readonly isWrong: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function Row({ group: { data, entity_count }, isWrong, onEdit, onRemove }: RowProps) {
  const { t, i18n } = useLingui()
  const { currency } = useDraftContext()
  const { plural } = useLabel()
  const name = data.name?.trim() || t`Unnamed ad group`
  const { base_bid: bid = '' } = data
  return (
    <li>
      <div className="grow">
        <b>{name}</b>
        <p className="quiet">
          {/^\d/.test(bid) ? t`Bid ${money(bid, withBidDigits(currency), i18n.locale)}` : t`Campaign bid`} ·{' '}
          {entity_count > 0 ? <Plural value={entity_count} one="# selected" other="# selected" /> : t`${plural}: same as campaign`}
        </p>
        {isWrong && <p className="note bad">{t`This ad group has issues`}</p>}
      </div>
      <Button kind="plain" onPress={onEdit}>
        <Trans>Edit</Trans>
        <span className="unseen"> {name}</span>
      </Button>
      <Button kind="plain" onPress={onRemove}>
        <Trans>Delete</Trans>
        <span className="unseen"> {name}</span>
      </Button>
    </li>
  )
}

function useDraftAdGroups() {
  const desk = useDraftContext()
  const { store, state } = desk
  const { mutate } = useMutate()
  const { isPending, problem, attempt } = useAttempt()
  const effects = { stale: [campaignDrafts.estimate] }
  return {
    isBusy: isPending,
    failure: problem,
    async add(name: string) {
      if (!(await store.ensure())) return undefined
      const { campaign_draft_uuid: campaignDraftUuid } = store.getState().draft
      const call = { path: { ...pathOf(desk), campaignDraftUuid }, body: { data: { name } } }
      const made = await attempt(mutate(campaignDrafts.addGroup, call, effects))
      await (made ? store.wrote() : store.pull())
      return made?.ad_group_draft_uuid
    },
    async remove(adGroupDraftUuid: string) {
      const removed = await attempt(mutate(campaignDrafts.removeGroup, { path: { ...pathOf(desk), adGroupDraftUuid } }, effects))
      await (removed ? store.wrote() : store.pull())
    },
    groups: state.draft.ad_group_drafts,
  }
}

/** The open ad group, stored in the URL. */
function useOpen() {
  const { query, setQuery } = usePath()
  const [made, setMade] = useState<string>()
  const show = (uuid: string | undefined) => setQuery({ ad_group: uuid })
  // Creating an ad group may also put the draft into the URL. Waiting for the next render keeps that change.
  useEffect(() => {
    if (!made) return
    setMade(undefined)
    show(made)
  })
  return { open: query.get('ad_group') ?? undefined, show, showMade: setMade }
}

/** Ad groups of the campaign. Without any, the campaign gets one ad group with its own values. */
export default function AdGroups() {
  const { t, i18n } = useLingui()
  const { problems } = useDraftContext()
  const { groups, isBusy, failure, add, remove } = useDraftAdGroups()
  const { open, show, showMade } = useOpen()
  const { confirm, question } = useConfirm()
  const edited = groups.find((one) => one.ad_group_draft_uuid === open)
  const next = groups.length + 1
  const adding = useRef<HTMLDivElement>(null)
  const ask = async ({ ad_group_draft_uuid: uuid, data }: AdGroupDraft) => {
    const name = data.name?.trim() || t`Unnamed ad group`
    if (!(await confirm({ heading: t`Delete ${name}?`, text: t`You’ll lose everything entered in it.`, label: t`Delete ad group` }))) return
    await remove(uuid)
    restoreLostFocus(adding.current?.querySelector('button'))
  }
  return (
    <StepSection
      isWide
      heading={<Trans>Ad groups</Trans>}
      note={<Trans>Optional. Each ad group can have its own bid, schedule and targeting.</Trans>}
    >
      {question}
      {failure && (
        <Callout kind="error" isAnnounced heading={t`Couldn’t update ad groups`}>
          {problemText(failure, i18n)}
        </Callout>
      )}
      {groups.length > 0 && (
        <ul className="group-rows">
          {groups.map((group, index) => (
            <Row
              key={group.ad_group_draft_uuid}
              group={group}
              isWrong={problems.some(({ field }) => field.startsWith(`ad_group_drafts.${index}.`))}
              onEdit={() => show(group.ad_group_draft_uuid)}
              onRemove={() => void ask(group)}
            />
          ))}
        </ul>
      )}
      <div className="row" ref={adding}>
        <Button isBusy={isBusy} onPress={() => void add(t`Ad group ${next}`).then(showMade)}>
          <Trans>Add ad group</Trans>
        </Button>
      </div>
      {edited && <AdGroupEditor key={edited.ad_group_draft_uuid} group={edited} onClose={() => show(undefined)} />}
    </StepSection>
  )
}
