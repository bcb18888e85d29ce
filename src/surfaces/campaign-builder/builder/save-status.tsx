import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { dayFormat } from '../../../ui/format/format.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { alert, check, reload } from '../../../ui/icon/icons.ts'
import { warning } from '../../../ui/icon/control-icons.ts'
import type { DraftState } from '../draft/state.ts'

/** Formats a time in the browser's time zone. */
const clock = (moment: number, locale: string) =>
  dayFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: ownZone() }).format(moment)

/** Save state of the draft. */
export function SaveStatus({ state: { saving, savedAt } }: { readonly state: Pick<DraftState, 'saving' | 'savedAt'> }) {
  const { i18n } = useLingui()
  const time = savedAt === undefined ? undefined : clock(savedAt, i18n.locale)
  const statusTexts: Readonly<Record<DraftState['saving'], readonly [icon: typeof check | undefined, text: ReactNode]>> = {
    saved: time ? [check, <Trans key="s">Saved {time}</Trans>] : [undefined, undefined],
    unsaved: [reload, <Trans key="s">Saving…</Trans>],
    saving: [reload, <Trans key="s">Saving…</Trans>],
    offline: [warning, <Trans key="s">Saved on this device</Trans>],
    differs: [warning, <Trans key="s">Edited by another user</Trans>],
    refused: [alert, <Trans key="s">Not saved</Trans>],
    gone: [alert, <Trans key="s">Not saved</Trans>],
  }
  const [icon, text] = statusTexts[saving]
  return (
    <p className="saved-line quiet" role="status" data-saving={saving}>
      {icon && <Icon shape={icon} />}
      <span>{text}</span>
    </p>
  )
}
