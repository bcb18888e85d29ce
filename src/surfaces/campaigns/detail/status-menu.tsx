import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { problemSentence } from '../../../parts/campaigns/change-texts.ts'
import { Spinner } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { chevronDown } from '../../../ui/icon/icons.ts'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { statusLabel } from '../../../ui/badge/status-labels.ts'
import { Menu } from '../../../ui/dialog/menu.tsx'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { describedTooltip } from '../../../ui/dialog/tooltip-text.ts'

interface StatusChoiceProps<Status extends string> {
  readonly status: Status
  /** Shown instead of the status when they differ, for example “Not serving”. */
  readonly outcome?: { readonly word: string; readonly badge: ReactNode } | undefined
  /** Statuses that the platform allows now. */
  readonly choices: readonly Status[]
  /** All statuses that the menu lists; those not in `choices` are disabled with a reason. */
  readonly offered: readonly Status[]
  readonly currency: CurrencyFormat
  readonly disabledBecause?: string | undefined
  readonly isReadonly: boolean
  readonly onChoose: (status: Status) => Promise<unknown>
}

/** Status badge with a menu to change it; only the badge when no other status is possible. */
export function StatusChoice<Status extends string>(props: StatusChoiceProps<Status>) {
  const { status, outcome, choices, offered, currency, disabledBecause, isReadonly, onChoose } = props
  const { t, i18n } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const badge = outcome?.badge ?? <StatusBadge status={status} />
  const label = t`Status: ${statusLabel(status, i18n)}`
  const otherStatuses = choices.filter((item) => item !== status)
  if (isReadonly || otherStatuses.length === 0 || disabledBecause !== undefined)
    return <span {...describedTooltip(disabledBecause)}>{badge}</span>
  const items = [...new Set([status, ...offered])].map((item) => ({
    id: item,
    label: statusLabel(item, i18n),
    isChecked: item === status,
    ...(!choices.includes(item) && {
      disabledBecause: problemSentence('status_not_offered', { from: status, to: item }, { currency }, i18n),
    }),
  }))
  const choose = async (id: string) => {
    const newStatus = otherStatuses.find((item) => item === id)
    if (newStatus === undefined || isBusy) return
    setBusy(true)
    await onChoose(newStatus).finally(() => setBusy(false))
  }
  return (
    <Menu
      className="chip status-chip"
      label={outcome ? `${label}, ${outcome.word}` : label}
      items={items}
      onSelect={(id) => void choose(id)}
    >
      {badge}
      {isBusy ? <Spinner /> : <Icon shape={chevronDown} />}
    </Menu>
  )
}
