import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
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
  const { status, choices, offered, currency, disabledBecause, isReadonly, onChoose } = props
  const { t, i18n } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const others = choices.filter((one) => one !== status)
  if (isReadonly || others.length === 0 || disabledBecause !== undefined)
    return (
      <span {...describedTooltip(disabledBecause)}>
        <StatusBadge status={status} />
      </span>
    )
  const items = [...new Set([status, ...offered])].map((one) => ({
    id: one,
    label: statusLabel(one, i18n),
    isChecked: one === status,
    ...(!choices.includes(one) && {
      disabledBecause: problemSentence('status_not_offered', { from: status, to: one }, { currency }, i18n),
    }),
  }))
  const choose = async (id: string) => {
    const wanted = others.find((one) => one === id)
    if (wanted === undefined || isBusy) return
    setBusy(true)
    await onChoose(wanted).finally(() => setBusy(false))
  }
  return (
    <Menu className="chip status-chip" label={t`Status: ${statusLabel(status, i18n)}`} items={items} onSelect={(id) => void choose(id)}>
      <StatusBadge status={status} />
      {isBusy ? <Spinner /> : <Icon shape={chevronDown} />}
    </Menu>
  )
}
