import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { checkAdGroupAllowed } from '../../../contract/ad-groups/ad-groups.rules.ts'
import { maxCampaignNameLength } from '../../../contract/campaigns/campaigns.rules.ts'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { microsOf } from '../../../contract/money/money.ts'
import { targetingProblems } from '../../../contract/targeting/targetings.rules.ts'
import { noTargeting, type Targeting } from '../../../contract/targeting/targetings.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { usePath } from '../../../kit/path.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { useDisabledReason } from '../../../parts/scope/gate.tsx'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { useLeaveGuard } from '../../../parts/resource/leave-guard.tsx'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { ReachFigure, useReach } from '../../../parts/targeting-builder/reach.tsx'
import { TargetingBuilder } from '../../../parts/targeting-builder/targeting-builder.tsx'
import { useTargetings } from '../../../parts/targeting-builder/use-targetings.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronStart } from '../../../ui/icon/control-icons.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { NoPermission } from '../../../ui/states.tsx'
import { CampaignGate, useCampaign } from '../campaign/gate.tsx'
import { useCampaigns } from '../context.tsx'
import { useFormRejection } from '../detail/mutation.ts'
import { useInvalidateCampaigns } from '../invalidate.ts'
import css from '../detail/detail.css'
import { ReviewNotice } from '../detail/review-notice.tsx'
import { useTargetingScope } from '../campaign/targeting.tsx'
import { ChosenEntities, useChosenEntities } from '../ad-group-entities/selection.tsx'
import type { SelectableEntity } from '../ad-group-entities/sources.ts'
import groupCss from './ad-group.css'
import { GroupFields, type GroupForm, useGroupRules } from './fields.tsx'
import { changedAdGroupFields, type AdGroupConstraints, type AdGroupFormValues, newAdGroupFields, newValues } from './values.ts'
import { createAdGroupOnce } from './create-once.ts'
import { useNewBidStrength } from './bid-strength.tsx'

addStyles(css)
addStyles(groupCss)

type Values = AdGroupFormValues & { name: string; targeting: Targeting; entities: readonly SelectableEntity[] }

/** Constraints of a new ad group. The minimum bid is unknown at first; it arrives with the bid strength. */
function useNewAdGroupConstraints(): AdGroupConstraints {
  const { campaign, today } = useCampaign()
  return { campaign: { ...campaign, budget: microsOf(campaign.budget) }, limits: undefined, today, spent: 0n }
}

/** Validates the targeting; passes while the options are loading. */
function useTargetingRule(ground: ReturnType<typeof useTargetings>) {
  const { t } = useLingui()
  const { dimensions, limits } = ground
  return (targeting: Targeting): FieldRuleResult =>
    !dimensions ||
    !limits ||
    targetingProblems(targeting, dimensions, limits).length === 0 || { code: 'said', text: t`Fix the fields above` }
}

function useCreateForm(ground: AdGroupConstraints, targetings: ReturnType<typeof useTargetings>) {
  const { t } = useLingui()
  const { send } = useRuntime()
  const { notify } = useElementContext()
  const { go } = usePath()
  const { campaign, today, at } = useCampaign()
  const stale = useInvalidateCampaigns()
  const rejection = useFormRejection()
  const { emit } = useCampaigns()
  const { memberGroupId, advertiserId, campaignId } = at
  const [make] = useState(() => createAdGroupOnce(send, { memberGroupId, advertiserId }))
  const made = useRef<number>(undefined)
  const isTold = useRef(false)
  const [start = today] = [campaign.start_date, today].toSorted().toReversed()
  const form = useStoredForm<Values>(
    {
      initial: { name: '', ...newValues(start), targeting: noTargeting, entities: [] },
      rules: {
        ...useGroupRules<Values>(ground),
        name: [required, maxLength(maxCampaignNameLength)],
        targeting: [useTargetingRule(targetings)],
      },
      submit: rejection(async ({ name, targeting, entities, ...values }: Values) => {
        const said = { name: name.trim(), targeting }
        const body = {
          campaign_id: campaignId,
          ...said,
          ...newAdGroupFields(values),
          entity_ids: entities.map(({ entity_id }) => entity_id),
        }
        made.current = await make(body, { ...said, ...changedAdGroupFields(values, () => true) })
      }),
      done: ({ name }) => {
        if (!isTold.current) notify({ kind: 'success', title: t`Ad group created`, text: name })
        isTold.current = true
        stale()
        emit('ad-campaign-changed', { campaign_id: campaignId, fields: 'ad_groups' })
        // Input that was typed during the request is saved before the page of the ad group opens.
        if (form.isDirty) return void form.send()
        go(`${campaignId}/ad_groups/${made.current}`, name)
      },
    },
    'new ad group',
  )
  return form
}

/** One form for name, bid, budget, schedule, entities and targeting. */
function Create() {
  const { t } = useLingui()
  const place = useTargetingScope()
  const targetings = useTargetings(place)
  const { at } = useCampaign()
  const ground = useNewAdGroupConstraints()
  const form = useCreateForm(ground, targetings)
  const chosen = form.field('entities', t`Items to advertise`)
  const basket = useChosenEntities(chosen.value, chosen.onChange)
  const guard = useLeaveGuard(form.isDirty, { lost: form.changed })
  const strength = useNewBidStrength(at, form.values.base_bid)
  const reach = useReach(form.values.targeting, place)
  const { value: targeting, onChange: setTargeting, fault } = form.field('targeting', t`Targeting`)
  const headings = { money: t`Bid, budget and schedule`, entities: t`Items to advertise`, targeting: t`Targeting` }
  return (
    <div className="group-create">
      {guard}
      <Form form={form} label={t`New ad group`}>
        <TextField {...form.field('name', t`Name`)} maxLength={maxCampaignNameLength} />
        <section aria-label={headings.money}>
          <h3>{headings.money}</h3>
          <GroupFields form={form as unknown as GroupForm /* it has all fields of GroupForm */} strength={strength} />
        </section>
        <section aria-label={headings.entities}>
          <h3>{headings.entities}</h3>
          <ChosenEntities basket={basket} />
        </section>
        <section aria-label={headings.targeting}>
          <h3>{headings.targeting}</h3>
          <div className="detail-seen">
            <TargetingBuilder value={targeting} onChange={setTargeting} ground={targetings} showsMissing={fault !== undefined} />
            <ReachFigure answer={reach} />
          </div>
        </section>
        <ReviewNotice />
        <div className="row">
          <SubmitButton form={form}>
            <Trans>Create ad group</Trans>
          </SubmitButton>
        </div>
      </Form>
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
  const may = checkAdGroupAllowed(campaign)
  const { name, campaign_id: id } = campaign
  const reason = isReadonly ? t`You have read-only access.` : may === true ? mayNot : problemSentence(may.code, may, { currency }, i18n)
  return (
    <div className="detail">
      <header className="detail-head">
        <Link target={linkTo(`${id}/ad_groups`, t`Ad groups`)} className="detail-back">
          <Icon shape={chevronStart} />
          <Trans>Ad groups of {name}</Trans>
        </Link>
        <div className="detail-name">
          <h2>{t`New ad group`}</h2>
        </div>
      </header>
      {reason === undefined ? <Create /> : <NoPermission text={reason} />}
    </div>
  )
}

export default function NewAdGroup({ params }: { readonly params: ScreenParams }) {
  return (
    <CampaignGate campaignId={parseId(params.campaignId) ?? 0}>
      <NewAdGroupPage />
    </CampaignGate>
  )
}
