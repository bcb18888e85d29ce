import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { adGroupFaults } from '../../../contract/drafts/ad-groups.rules.ts'
import type { AdGroupDraft } from '../../../contract/drafts/drafts.ts'
import { useCampaignFault } from '../draft/fault.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import type { DraftContext } from '../draft/context.ts'
import { useAdGroupSaving } from './ad-group-saving.ts'

const names = ['name', 'base_bid', 'budget', 'start_date', 'end_date'] as const
type Name = (typeof names)[number]

/** Fields and errors of one ad group, saved debounced. */
export function useAdGroup(group: AdGroupDraft, desk: DraftContext, onClose: () => void) {
  const { state, draftConstraints, currency } = desk
  const { faultOf } = useCampaignFault(currency)
  const { t } = useLingui()
  const { flush, ...savingState } = useAdGroupSaving(group, desk)
  const { confirm, question: closing } = useConfirm()
  const { data, set } = savingState
  const [touchedNames, setTouchedNames] = useState<ReadonlySet<string>>(new Set())
  const [isClosing, setClosing] = useState(false)
  const uuid = group.ad_group_draft_uuid
  const groups = state.draft.ad_group_drafts.map((item) => (item.ad_group_draft_uuid === uuid ? { ...item, data } : item))
  const index = groups.findIndex((item) => item.ad_group_draft_uuid === uuid)
  const faults = adGroupFaults({ ...state.draft, data: state.data, ad_group_drafts: groups }, draftConstraints)
  const ownFault = (name: Name) => faults.find(({ field }) => field === `ad_group_drafts.${index}.data.${name}`)
  /** Closes after everything is saved. With `isDone`, errors keep the editor open; without it, errors can be fixed later. */
  async function close(isDone: boolean) {
    if (isDone && names.some(ownFault)) return setTouchedNames(new Set(names))
    setClosing(true)
    // Only an explicit save overwrites conflicting changes of another user.
    const isSaved = (isDone || savingState.differing.length === 0) && (await flush())
    setClosing(false)
    const lost = {
      heading: t`Close without saving?`,
      text: t`You’ll lose changes made since the last save.`,
      label: t`Close without saving`,
    }
    if (isSaved || (!isDone && (await confirm(lost)))) onClose()
  }
  const field = (name: Name, label: string) => {
    const fault = touchedNames.has(name) ? ownFault(name) : undefined
    return {
      name,
      label,
      isRequired: name === 'name',
      value: data[name] ?? '',
      fault: fault && faultOf(fault.answer),
      onChange: (value: string) => set({ [name]: value }),
      onLeave: () => setTouchedNames((known) => new Set(known).add(name)),
    }
  }
  return { ...savingState, field, close, closing, isClosing }
}
