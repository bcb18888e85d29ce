import { Trans, useLingui } from '@lingui/react/macro'
import type { AutoRebill } from '../../../contract/auto-rebills/auto-rebills.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { money } from '../../../ui/format/format.ts'
import { momentText } from '../../../ui/format/moment.ts'

/** What the rule does now: on, charging, waiting after a declined charge, or off and why. */
export function RebillStateNote({ rule }: { readonly rule: AutoRebill }) {
  const { i18n } = useLingui()
  const { state, failures, next_attempt_at, notified, time_zone, month_maximum } = rule
  const charged = money(rule.charged_this_month, rule, i18n.locale)
  if (state === 'charging')
    return (
      <Callout kind="info" heading={<Trans>A charge is under way</Trans>}>
        <Trans>Nothing else is charged until it has finished.</Trans>
      </Callout>
    )
  if (state === 'backing_off') {
    const at = next_attempt_at === null ? '' : momentText(next_attempt_at, i18n.locale, time_zone)
    return (
      <Callout kind="warning" heading={<Trans>The last charge was declined</Trans>}>
        <Trans>
          Next attempt: {at}. Declined charges in a row: {failures} of 3.
        </Trans>
      </Callout>
    )
  }
  if (state === 'failed') {
    const names = new Intl.ListFormat(i18n.locale).format(notified.map(({ name }) => name))
    return (
      <Callout kind="error" heading={<Trans>Auto-rebill is off after three declined charges</Trans>}>
        {notified.length > 0 ? <Trans>An email was sent to {names}.</Trans> : <Trans>No email was sent.</Trans>}{' '}
        <Trans>Choose another payment method and switch it on again.</Trans>
      </Callout>
    )
  }
  if (state === 'off')
    return (
      <Callout kind="info" heading={<Trans>Auto-rebill is off</Trans>}>
        <Trans>Funds are added by hand.</Trans>
      </Callout>
    )
  const maximum = month_maximum === null ? null : money(month_maximum, rule, i18n.locale)
  return (
    <Callout kind="success" heading={<Trans>Auto-rebill is on</Trans>}>
      {maximum === null ? (
        <Trans>Charged this month: {charged}.</Trans>
      ) : (
        <Trans>
          Charged this month: {charged} of {maximum}.
        </Trans>
      )}
    </Callout>
  )
}
