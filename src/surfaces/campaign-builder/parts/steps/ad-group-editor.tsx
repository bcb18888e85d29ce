import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AdGroupDraftData } from '../../../../contract/campaign-drafts.data.ts'
import { bidLimitsOf } from '../../../../contract/campaign-draft-amounts.rules.ts'
import { adGroupFaults } from '../../../../contract/ad-group-drafts.rules.ts'
import { type AdGroupDraft, campaignDrafts } from '../../../../contract/campaign-drafts.ts'
import { noTargeting } from '../../../../contract/targetings.ts'
import { asProblem, problemText } from '../../../../kit/problem.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'
import { useRefresh } from '../../../../kit/cache.tsx'
import { BidFields } from '../../../../parts/bid-fields.tsx'
import { useCampaignFault } from '../../../../parts/campaign-fault.ts'
import { useLabel } from '../../../../parts/client.tsx'
import { EntityPicker } from '../../../../parts/entity-picker/entity-picker.tsx'
import { TargetingBuilder } from '../../../../parts/targeting-builder/targeting-builder.tsx'
import { DatePicker } from '../../../../ui/choose/date-picker.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { MoneyField } from '../../../../ui/form/money-field.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { Drawer } from '../../../../ui/overlay/modal.tsx'
import { weekStartOf } from '../../../../ui/week-start.ts'
import { useBuilder } from '../builder.ts'
import { type Desk, pathOf, useDesk } from '../draft/desk.ts'
import { useDraftEntitySource } from './draft-entity-source.ts'
import { useCategories } from './entities.tsx'

type Name = 'name' | 'base_bid' | 'budget' | 'start_date' | 'end_date'

/** What is typed into one ad group, what is wrong with it, and keeping it. */
function useGroup({ ad_group_draft_uuid: uuid, data: before, version }: AdGroupDraft, desk: Desk, onClose: () => void) {
  const { i18n } = useLingui()
  const { send } = useRuntime()
  const refresh = useRefresh()
  const { state, ground, store, currency } = desk
  const { faultOf } = useCampaignFault(currency)
  const [data, setData] = useState(before)
  const [told, setTold] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const groups = state.draft.ad_group_drafts.map((one) => (one.ad_group_draft_uuid === uuid ? { ...one, data } : one))
  const index = groups.findIndex((one) => one.ad_group_draft_uuid === uuid)
  const wrong = adGroupFaults({ ...state.draft, data: state.data, ad_group_drafts: groups }, ground)
  const own = (name: Name) => wrong.find(({ field }) => field === `ad_group_drafts.${index}.data.${name}`)
  const names = ['name', 'base_bid', 'budget', 'start_date', 'end_date'] as const
  const set = (change: AdGroupDraftData) => setData((now) => ({ ...now, ...change }))
  async function save() {
    if (names.some(own)) return setTold(new Set(names))
    setBusy(true)
    try {
      const path = { ...pathOf(desk), adGroupDraftUuid: uuid }
      await send(campaignDrafts.changeGroup, { path, body: { data } }, { ifMatch: `"${version}"` })
      await store.pull()
      refresh(campaignDrafts.estimate)
      onClose()
    } catch (error) {
      setFailure(problemText(asProblem(error), i18n))
      setBusy(false)
      await store.pull()
    }
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
  return { data, set, field, save, isBusy, failure }
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

/** One ad group of a draft: what is left empty is its campaign's. */
export function AdGroupEditor({ group, onClose }: { readonly group: AdGroupDraft; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const desk = useDesk()
  const { ground, currency, state, targeting } = desk
  const { data, set, field, save, isBusy, failure } = useGroup(group, desk, onClose)
  const { plural } = useLabel()
  const limits = bidLimitsOf(state.data, ground)
  const days = { today: ground.today, weekStart: weekStartOf(i18n.locale) }
  const { currency_code: code } = currency
  return (
    <Drawer
      heading={data.name?.trim() || t`Ad group`}
      note={t`What is left empty is the campaign’s.`}
      size="2xl"
      isBusy={isBusy}
      onClose={onClose}
      answers={[
        { does: 'cancel', onPress: onClose },
        { does: 'continue', label: t`Save ad group`, onPress: () => void save() },
      ]}
    >
      <div className="builder-form">
        {failure && (
          <Callout kind="error" isNews heading={t`The ad group was not saved`}>
            {failure}
          </Callout>
        )}
        <TextField {...field('name', t`Name`)} />
        <BidFields bid={field('base_bid', t`Base bid, ${code}`)} currency={currency} minBid={limits?.min_bid} maxBid={limits?.max_bid} />
        <MoneyField {...field('budget', t`Budget, ${code}`)} currency={currency} help={t`At most the campaign’s.`} />
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
