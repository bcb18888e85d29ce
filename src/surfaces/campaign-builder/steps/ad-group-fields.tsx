import { useLingui } from '@lingui/react/macro'
import { budgetPeriods } from '../../../contract/budgets/budgets.rules.ts'
import type { AdGroupDraft } from '../../../contract/drafts/drafts.ts'
import { pacingLabels, periodLabels, labelIn } from '../../../parts/campaigns/labels.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { EntityPicker } from '../../../parts/entity-picker/entity-picker.tsx'
import { useCategories } from '../../../parts/entity-picker/use-categories.ts'
import { Chips } from '../../../ui/form/radio-group.tsx'
import { useBuilder } from '../context.tsx'
import { pathOf, useDraftContext } from '../draft/context.ts'
import { useDraftEntitySource } from './entity-source.ts'
import type { AdGroupSaving } from './ad-group-saving.ts'

/** Entities that only this ad group has. */
export function GroupEntities({ group }: { readonly group: AdGroupDraft }) {
  const desk = useDraftContext()
  const { noUpload = false } = useBuilder()
  const source = useDraftEntitySource(pathOf(desk), group.ad_group_draft_uuid)
  return (
    <EntityPicker
      source={source}
      label={useLabel()}
      categories={useCategories(desk.clientId)}
      selectedCount={group.entity_count}
      noUpload={noUpload}
      savesImmediately
      maxHeight={320}
      onPending={(pending) => void desk.store.choose(pending)}
      onChange={() => void desk.store.wrote()}
    />
  )
}

type Typing = Pick<AdGroupSaving, 'data' | 'set'>

/** Period of the ad group's own budget. */
export function Period({ data, set }: Typing) {
  const { t, i18n } = useLingui()
  return (
    <Chips
      name="budget_period"
      label={t`Budget period`}
      value={data.budget_period ?? ''}
      onChange={(period) => set({ budget_period: period || null })}
      choices={[
        { value: '', label: t`Same as campaign` },
        ...budgetPeriods.map((value) => ({ value, label: labelIn(periodLabels, value, i18n) })),
      ]}
      isSegments
    />
  )
}

export function Pacing({ data, set, pacings }: Typing & { readonly pacings: readonly string[] }) {
  const { t, i18n } = useLingui()
  return (
    <Chips
      name="pacing"
      label={t`Pacing`}
      value={data.pacing ?? ''}
      onChange={(pacing) => set({ pacing })}
      choices={[
        { value: '', label: t`Same as campaign` },
        ...pacings.map((value) => ({ value, label: labelIn(pacingLabels, value, i18n) })),
      ]}
      isSegments
    />
  )
}
