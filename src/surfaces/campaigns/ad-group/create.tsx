import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { adGroups } from '../../../contract/ad-groups/ad-groups.ts'
import { adGroupAllowedRule } from '../../../contract/ad-groups/ad-groups.rules.ts'
import type { AdGroupChange, NewAdGroup } from '../../../contract/ad-groups/changes.ts'
import { adGroupEntities } from '../../../contract/ad-groups/entities.ts'
import { maxCampaignNameLength } from '../../../contract/campaigns/campaigns.rules.ts'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { targetingProblems } from '../../../contract/targeting/targetings.rules.ts'
import { noTargeting, type Targeting } from '../../../contract/targeting/targetings.ts'
import { ifMatch, type Send } from '../../../kit/api.ts'
import { createIdempotentWrite } from '../../../kit/idempotent-write.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { ResourceForm, type FormOf } from '../../../parts/resource/form.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { ReachFigure, useReach, useTargetings } from '../../../parts/targeting-builder/targeting-reads.tsx'
import { TargetingBuilder } from '../../../parts/targeting-builder/targeting-builder.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { NoPermission } from '../../../ui/states.tsx'
import { CampaignGate, useCampaign, useTargetingScope } from '../campaign/gate.tsx'
import { campaignData } from '../campaign-data.ts'
import { useCampaigns } from '../context.tsx'
import { useCampaignTexts, ReviewNotice } from '../detail/mutation.tsx'
import css from '../detail/detail.css'
import { SelectedEntities, useSelectedEntities } from '../ad-group-entities/selection.tsx'
import type { AdvertiserEntity } from '../ad-group-entities/sources.ts'
import groupCss from './ad-group.css'
import {
  GroupFields,
  changedAdGroupFields,
  newAdGroupFields,
  newValues,
  type AdGroupConstraints,
  type AdGroupFormValues,
  type GroupForm,
  useGroupRules,
  useNewBidStrength,
} from './fields.tsx'

addStyles(css)
addStyles(groupCss)

type Values = AdGroupFormValues & { name: string; targeting: Targeting; entities: readonly AdvertiserEntity[] }

/** Constraints of a new ad group. The minimum bid is unknown at first; it arrives with the bid strength. */
function useNewAdGroupConstraints(): AdGroupConstraints {
  const { campaign, today } = useCampaign()
  return { campaign: { ...campaign, budget: microsOf(campaign.budget) }, limits: undefined, today, spent: 0n }
}

/** Validates the targeting; passes while the options are loading. */
function useTargetingRule(targetings: ReturnType<typeof useTargetings>) {
  const { t } = useLingui()
  const { dimensions, limits } = targetings
  return (targeting: Targeting): FieldRuleResult =>
    !dimensions ||
    !limits ||
    targetingProblems(targeting, dimensions, limits).length === 0 || { code: 'custom', text: t`Fix the fields above` }
}

interface AdvertiserPath {
  readonly memberGroupId: number
  readonly advertiserId: number
}
type AdGroupBody = NewAdGroup & { readonly entity_ids: number[] }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const missingIn = (known: readonly number[], all: readonly number[]) => {
  const ids = new Set(known)
  return all.filter((id) => !ids.has(id))
}

/** The created ad group and its last known state on the platform. */
interface CreatedAdGroup {
  readonly id: number
  now: AdGroupBody
}

/** Updates the created ad group to the current form values. `made.now` records each step, so that a retry continues after a failure. */
async function catchUp(send: Send, advertiser: AdvertiserPath, made: CreatedAdGroup, wanted: AdGroupBody, change: AdGroupChange) {
  const { id: adGroupId } = made
  const path = { ...advertiser, adGroupId }
  const { entity_ids: before, ...partsBefore } = made.now
  const { entity_ids: after, ...partsAfter } = wanted
  const have = (entity_ids: number[]) => {
    made.now = { ...made.now, entity_ids }
  }
  const added = missingIn(before, after)
  const gone = missingIn(after, before)
  if (added.length > 0) {
    await send(adGroupEntities.add, { path, body: { entity_ids: added } })
    have([...before, ...added])
  }
  if (gone.length > 0) {
    const entities = gone.map((entity_id) => ({ ad_group_id: adGroupId, entity_id }))
    await send(adGroupEntities.remove, { query: { advertiserId: advertiser.advertiserId }, body: { entities } })
    have(after)
  }
  if (isSame(partsBefore, partsAfter)) return
  const { version } = await send(adGroups.one, { path })
  await send(adGroups.change, { path, body: change }, ifMatch(version))
  made.now = wanted
}

/**
 * Creates one ad group, also when the user retries. After a lost response the original request is repeated with its
 * idempotency key, and form values that changed since then are saved as an update.
 */
export function createAdGroupOnce(send: Send, advertiser: AdvertiserPath) {
  const once = createIdempotentWrite<AdGroupBody>()
  let made: CreatedAdGroup | undefined
  return async (wanted: AdGroupBody, change: AdGroupChange): Promise<number> => {
    if (!made) {
      const { response, sent } = await once(wanted, (body, idempotencyKey) =>
        send(adGroups.create, { path: advertiser, body }, { idempotencyKey }),
      )
      made = { id: response.ad_group_id, now: sent }
    }
    await catchUp(send, advertiser, made, wanted, change)
    return made.id
  }
}

/** Creates the ad group once, however often the user retries, then opens its page. */
function useCreate() {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { applyEffects } = useMutate()
  const { go } = usePath()
  const { at } = useCampaign()
  const { emit } = useCampaigns()
  const { memberGroupId, advertiserId, campaignId } = at
  const [createOnce] = useState(() => createAdGroupOnce(send, { memberGroupId, advertiserId }))
  const made = useRef<number>(undefined)
  const isNotified = useRef(false)
  const save = async ({ name, targeting, entities, ...values }: Values) => {
    const sharedFields = { name: name.trim(), targeting }
    const body = {
      campaign_id: campaignId,
      ...sharedFields,
      ...newAdGroupFields(values),
      entity_ids: entities.map(({ entity_id }) => entity_id),
    }
    made.current = await createOnce(body, { ...sharedFields, ...changedAdGroupFields(values, () => true) })
  }
  const onCreated = ({ name }: Values, form: FormOf<Values>) => {
    const notice = isNotified.current ? {} : { title: t`Ad group created`, text: name }
    isNotified.current = true
    void applyEffects(undefined, {
      stale: campaignData,
      event: () => emit('ad-campaign-changed', { campaign_id: campaignId, fields: 'ad_groups' }),
      ...notice,
    })
    // Input that was typed during the request is saved before the page of the ad group opens.
    if (form.isDirty) return void form.send()
    go(`${campaignId}/ad_groups/${made.current}`, name)
  }
  return { save, done: onCreated }
}

interface FieldsProps {
  readonly form: FormOf<Values>
  readonly targetings: ReturnType<typeof useTargetings>
}

function CreateFields({ form, targetings }: FieldsProps) {
  const { t } = useLingui()
  const { at } = useCampaign()
  const entitiesField = form.field('entities', t`Items to advertise`)
  const selection = useSelectedEntities(entitiesField.value, entitiesField.onChange)
  const strength = useNewBidStrength(at, form.values.base_bid)
  const reach = useReach(form.values.targeting, useTargetingScope())
  const { value: targeting, onChange: setTargeting, fault } = form.field('targeting', t`Targeting`)
  const headings = { money: t`Bid, budget and schedule`, entities: t`Items to advertise`, targeting: t`Targeting` }
  return (
    <>
      <TextField {...form.field('name', t`Name`)} maxLength={maxCampaignNameLength} />
      <section aria-label={headings.money}>
        <h3>{headings.money}</h3>
        <GroupFields form={form as unknown as GroupForm /* it has all fields of GroupForm */} strength={strength} />
      </section>
      <section aria-label={headings.entities}>
        <h3>{headings.entities}</h3>
        <SelectedEntities selection={selection} />
      </section>
      {/* The targeting builder is a region of the same name. */}
      <div>
        <h3>{headings.targeting}</h3>
        <div className="detail-seen">
          <TargetingBuilder value={targeting} onChange={setTargeting} options={targetings} attempts={fault === undefined ? 0 : 1} />
          <ReachFigure read={reach} />
        </div>
      </div>
      <ReviewNotice />
    </>
  )
}

/** One form for name, bid, budget, schedule, entities and targeting. */
function Create() {
  const { t } = useLingui()
  const { campaign, today } = useCampaign()
  const targetings = useTargetings(useTargetingScope())
  const constraints = useNewAdGroupConstraints()
  const [start = today] = [campaign.start_date, today].toSorted().toReversed()
  const rules = {
    ...useGroupRules<Values>(constraints),
    name: [required, maxLength(maxCampaignNameLength)],
    targeting: [useTargetingRule(targetings)],
  }
  return (
    <div className="group-create">
      <ResourceForm<Values>
        {...useCreate()}
        name="new ad group"
        label={t`New ad group`}
        initial={{ name: '', ...newValues(start), targeting: noTargeting, entities: [] }}
        rules={rules}
        texts={useCampaignTexts()}
        submit={<Trans>Create ad group</Trans>}
        savesUnchanged
      >
        {(form) => <CreateFields form={form} targetings={targetings} />}
      </ResourceForm>
    </div>
  )
}

/** The create form, or the reason why no ad group can be added. */
function NewAdGroupPage() {
  const { t, i18n } = useLingui()
  const linkTo = usePathLink()
  const { isReadonly } = useScope()
  const { campaign, currency } = useCampaign()
  const mayNot = useDisabledReason()({ permissions: ['ad_groups.create'] })
  const check = adGroupAllowedRule(campaign)
  const { noBack } = useCampaigns()
  const { name, campaign_id: id } = campaign
  const reason = isReadonly
    ? t`You have read-only access.`
    : check === true
      ? mayNot
      : problemSentence(check.code, check, { currency }, i18n)
  return (
    <DetailPage>
      <DetailHeader
        back={noBack ? undefined : { target: linkTo(`${id}/ad_groups`, t`Ad groups`), label: <Trans>Ad groups of {name}</Trans> }}
        name={t`New ad group`}
      />
      {reason === undefined ? <Create /> : <NoPermission text={reason} />}
    </DetailPage>
  )
}

export default function CreateAdGroup({ params }: { readonly params: ScreenParams }) {
  return (
    <CampaignGate campaignId={parseId(params.campaignId) ?? 0}>
      <NewAdGroupPage />
    </CampaignGate>
  )
}
