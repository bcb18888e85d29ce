import { useLingui } from '@lingui/react/macro'
import { onlyAdvertiserOf } from '../../contract/access/access.rules.ts'
import { MultiSelect } from '../../ui/select/multi-select.tsx'
import type { SelectedOption } from '../../ui/select/option.ts'
import { Select } from '../../ui/select/select.tsx'
import { count } from '../../ui/format/format.ts'
import { useAdvertiserOptions } from './advertiser-options.ts'
import { useAdvertiserChoice } from './advertisers.tsx'
import { FixedChoice } from './fixed-choice.tsx'
import { useViewer } from './viewer.tsx'

const numericIds = (chosen: readonly SelectedOption[]) => chosen.flatMap(({ id, label }) => (typeof id === 'number' ? { id, label } : []))

/**
 * Chooses the page's advertisers: one if the address shows one, else any number (none means all).
 * A user with a single advertiser gets no choice.
 */
export function AdvertiserChoice({ isLabelHidden = false }: { readonly isLabelHidden?: boolean }) {
  const { t, i18n } = useLingui()
  const {
    selection,
    first,
    total,
    rule,
    hasFailed,
    useAllAdvertisersSelectedOverride: isAll,
    memberGroupId,
    choose,
  } = useAdvertiserChoice()
  const viewer = useViewer()
  const loadOptions = useAdvertiserOptions(memberGroupId)
  const all = count(total ?? null, i18n.locale)
  const chosen = selection.kind === 'some' && !isAll ? selection.chosen : []
  const field = {
    isLabelHidden,
    options: loadOptions,
    isBusy: total === undefined && !hasFailed,
    disabledBecause: total === 0 ? t`No advertisers yet` : isAll ? t`This page shows all advertisers` : undefined,
  }
  const isOnly = viewer.state === 'known' && viewer.person && onlyAdvertiserOf(viewer.person.access) !== undefined
  if (isOnly && first) return <FixedChoice label={t`Advertiser`} isLabelHidden={isLabelHidden} name={first.label} />
  if (rule === 'first')
    return (
      <Select
        {...field}
        label={t`Advertiser`}
        isRequired
        value={chosen[0] ?? null}
        onChange={(item) => choose(numericIds(item ? [item] : []))}
      />
    )
  return (
    <MultiSelect
      {...field}
      label={t`Advertisers`}
      placeholder={total === undefined ? t`All advertisers` : t`All ${all} advertisers`}
      value={chosen}
      // Choosing every advertiser by name is the same as choosing all.
      onChange={(next) => choose(next.length === total ? [] : numericIds(next))}
    />
  )
}
