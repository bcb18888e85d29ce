import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { budgetPeriods } from '../../../../contract/budgets.ts'
import { bidLimitsOf } from '../../../../contract/campaign-draft-amounts.rules.ts'
import { adGroupFaults } from '../../../../contract/ad-group-drafts.rules.ts'
import type { AdGroupDraft } from '../../../../contract/campaign-drafts.ts'
import { noTargeting } from '../../../../contract/targetings.ts'
import { BidFields } from '../../../../parts/bid-fields.tsx'
import { useCampaignFault } from '../../../../parts/campaign-fault.ts'
import { fieldWord, pacingWords, periodWords, wordIn } from '../../../../parts/campaign-words.ts'
import { fieldText } from '../../../../parts/change-words.ts'
import { useLabel } from '../../../../parts/client.tsx'
import { EntityPicker } from '../../../../parts/entity-picker/entity-picker.tsx'
import { TargetingBuilder } from '../../../../parts/targeting-builder/targeting-builder.tsx'
import { DatePicker } from '../../../../ui/choose/date-picker.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { MoneyField } from '../../../../ui/form/money-field.tsx'
import { Chips } from '../../../../ui/form/radio-group.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { useConfirm } from '../../../../ui/overlay/confirm.tsx'
import { Drawer } from '../../../../ui/overlay/modal.tsx'
import { weekStartOf } from '../../../../ui/week-start.ts'
import { useBuilder } from '../builder.ts'
import { type Desk, pathOf, useDesk } from '../draft/desk.ts'
import { SavedLine } from '../saved-line.tsx'
import { useDraftEntitySource } from './draft-entity-source.ts'
import { useCategories } from './entities.tsx'
import { type GroupSaving, useGroupSaving } from './group-saving.ts'

const names = ['name', 'base_bid', 'budget', 'start_date', 'end_date'] as const
type Name = (typeof names)[number]

/** What is typed into one ad group, and what is wrong with it; it is on the platform when one rests. */
function useGroup(group: AdGroupDraft, desk: Desk, onClose: () => void) {
  const { state, ground, currency } = desk
  const { faultOf } = useCampaignFault(currency)
  const { t } = useLingui()
  const { flush, ...kept } = useGroupSaving(group, desk)
  const { confirm, question: closing } = useConfirm()
  const { data, set } = kept
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const [isClosing, setClosing] = useState(false)
  const uuid = group.ad_group_draft_uuid
  const groups = state.draft.ad_group_drafts.map((one) => (one.ad_group_draft_uuid === uuid ? { ...one, data } : one))
  const index = groups.findIndex((one) => one.ad_group_draft_uuid === uuid)
  const wrong = adGroupFaults({ ...state.draft, data: state.data, ad_group_drafts: groups }, ground)
  const own = (name: Name) => wrong.find(({ field }) => field === `ad_group_drafts.${index}.data.${name}`)
  /** Closes once everything is on the platform; what is wrong may be mended later, but not by whoever says that it is done. */
  async function close(isDone: boolean) {
    if (isDone && names.some(own)) return setTold(new Set(names))
    setClosing(true)
    // What somebody else has changed is replaced by whoever says so alone.
    const isSaved = (isDone || kept.differing.length === 0) && (await flush())
    setClosing(false)
    const lost = { heading: t`Close without saving?`, text: t`What was typed since it was saved is lost.`, label: t`Close it` }
    if (isSaved || (!isDone && (await confirm(lost)))) onClose()
  }
  const field = (name: Name, label: string) => {
    const fault = told.has(name) ? own(name) : undefined
    return {
      ...{ name, label, isRequired: name === 'name' },
      value: data[name] ?? '',
      fault: fault && faultOf(fault.answer),
      onChange: (value: string) => set({ [name]: value }),
      onLeave: () => setTold((known) => new Set(known).add(name)),
    }
  }
  return { ...kept, field, close, closing, isClosing }
}

function GroupEntities({ group }: { readonly group: AdGroupDraft }) {
  const desk = useDesk()
  const { noUpload = false } = useBuilder()
  const source = useDraftEntitySource(pathOf(desk), group.ad_group_draft_uuid)
  return (
    <EntityPicker
      source={source}
      label={useLabel()}
      categories={useCategories(desk.clientId)}
      chosenCount={group.entity_count}
      noUpload={noUpload}
      maxHeight={320}
      onChange={() => void desk.store.pull()}
    />
  )
}

type Typing = Pick<GroupSaving, 'data' | 'set'>

/** For how long its own budget is. */
function Period({ data, set }: Typing) {
  const { t, i18n } = useLingui()
  return (
    <Chips
      name="budget_period"
      label={t`Budget period`}
      value={data.budget_period ?? ''}
      onChange={(period) => set({ budget_period: period || null })}
      choices={[
        { value: '', label: t`As the campaign` },
        ...budgetPeriods.map((value) => ({ value, label: wordIn(periodWords, value, i18n) })),
      ]}
      isSegments
    />
  )
}

function Pacing({ data, set, pacings }: Typing & { readonly pacings: readonly string[] }) {
  const { t, i18n } = useLingui()
  return (
    <Chips
      name="pacing"
      label={t`Pacing`}
      value={data.pacing ?? ''}
      onChange={(pacing) => set({ pacing })}
      choices={[{ value: '', label: t`As the campaign` }, ...pacings.map((value) => ({ value, label: wordIn(pacingWords, value, i18n) }))]}
      isSegments
    />
  )
}

/** One ad group of a draft: what is left empty is its campaign's. */
export function AdGroupEditor({ group, onClose }: { readonly group: AdGroupDraft; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const desk = useDesk()
  const { ground, currency, state, targeting } = desk
  const { data, set, field, close, closing, saving, isClosing, failure, question, differing, theirs } = useGroup(group, desk, onClose)
  const { plural } = useLabel()
  const limits = bidLimitsOf(state.data, ground)
  const days = { today: ground.today, weekStart: weekStartOf(i18n.locale) }
  const { currency_code: code } = currency
  return (
    <Drawer
      heading={data.name?.trim() || t`Ad group`}
      note={t`What is left empty is the campaign’s.`}
      size="2xl"
      isBusy={isClosing}
      onClose={() => void close(false)}
      answers={[{ does: 'continue', label: t`Save ad group`, onPress: () => void close(true) }]}
    >
      <div className="builder-form">
        {question}
        {closing}
        {differing.length > 0 && (
          <Callout kind="warning" isNews heading={t`Somebody else has changed the same`}>
            {differing.map((name) => `${fieldWord(name, i18n)}: ${fieldText(name, theirs[name], currency, i18n)}`).join(' · ')}{' '}
            <Trans>What stands here replaces it when you save the ad group.</Trans>
          </Callout>
        )}
        <SavedLine state={{ saving: saving === 'offline' ? 'refused' : saving, savedAt: undefined }} />
        {failure && (
          <Callout kind="error" isNews heading={t`The ad group was not saved`}>
            {failure}
          </Callout>
        )}
        <TextField {...field('name', t`Name`)} />
        <BidFields bid={field('base_bid', t`Base bid, ${code}`)} currency={currency} minBid={limits?.min_bid} maxBid={limits?.max_bid} />
        <MoneyField {...field('budget', t`Budget, ${code}`)} currency={currency} help={t`At most the campaign’s.`} />
        {data.budget?.trim() && <Period data={data} set={set} />}
        <Pacing data={data} set={set} pacings={ground.pacings} />
        <div className="field-pair">
          <DatePicker {...field('start_date', t`Starts`)} {...days} />
          <DatePicker {...field('end_date', t`Ends`)} {...days} />
        </div>
        <Disclosure heading={plural} note={group.entity_count > 0 ? String(group.entity_count) : <Trans>those of the campaign</Trans>}>
          <GroupEntities group={group} />
        </Disclosure>
        <Disclosure heading={<Trans>Targeting</Trans>}>
          <TargetingBuilder value={data.targeting ?? noTargeting} onChange={(next) => set({ targeting: next })} ground={targeting} />
        </Disclosure>
      </div>
    </Drawer>
  )
}
