import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { insertionOrders, type InsertionOrderConfig } from '../../../contract/insertion-orders/insertion-orders.ts'
import { intlLocale, type Locale, locales } from '../../../contract/locales.ts'
import { Changes } from '../../../parts/resource/changes.tsx'
import { recordHistory } from '../../../parts/resource/record-history.ts'
import { ownZone } from '../../../parts/time/own-zone.ts'

type Setting = Exclude<keyof InsertionOrderConfig, 'legal_texts' | 'text_version' | 'version'>

const settingLabels: Readonly<Record<Setting, MessageDescriptor>> = {
  is_insertion_order_enabled: msg`Use insertion orders`,
  number_prefix: msg`Number prefix`,
  at_end: msg`At the end of an order`,
  needs_two_approvals: msg`Both sides approve`,
  sign_in_above: msg`Sign in again above`,
  may_author_approve: msg`Authors may approve`,
  must_lines_cover_total: msg`Lines must add up to the total`,
  is_purchase_order_enabled: msg`Use purchase order numbers`,
  is_purchase_order_required: msg`Require a number`,
  purchase_order_pattern: msg`Pattern`,
  legal_text: msg`Legal text`,
}

/** The name of a language, without the settings that a locale carries for `Intl`. */
export const languageName = (locale: Locale, names: Intl.DisplayNames) => names.of(intlLocale(locale).replace(/-u-.*$/, '')) ?? locale

function languageLabel(field: string, i18n: I18n) {
  const locale = locales.find((one) => field === `legal_text.${one}`)
  if (!locale) return field
  const language = languageName(locale, new Intl.DisplayNames([intlLocale(i18n.locale)], { type: 'language' }))
  return i18n._(msg`Legal text, ${{ language }}`)
}

/** A change of a setting has no undo: orders may have been submitted with it. */
const configChanges = recordHistory(insertionOrders.configChanges, {
  kinds: { created: msg`created the settings`, changed: msg`changed the settings` },
  fields: settingLabels,
  labelOf: languageLabel,
  useText: () => {
    const { t } = useLingui()
    return (field, value) => {
      if (field !== 'at_end') return undefined
      return value === 'funds' ? t`Continue its campaigns` : t`Stop its campaigns`
    }
  },
})

/** Who changed the settings of a client's orders, and when. */
export const SettingsHistory = ({ clientId }: { readonly clientId: number }) => (
  <section aria-labelledby="order-settings-history">
    <h3 id="order-settings-history">
      <Trans>History</Trans>
    </h3>
    <Changes of={configChanges} id={{ memberGroupId: clientId }} zone={ownZone()} />
  </section>
)
