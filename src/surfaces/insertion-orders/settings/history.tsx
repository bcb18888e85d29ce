import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { RecordChange } from '../../../contract/changes/changes.ts'
import { insertionOrders, type InsertionOrderConfig } from '../../../contract/insertion-orders/insertion-orders.ts'
import { intlLocale, type Locale, locales } from '../../../contract/locales.ts'
import { useRead } from '../../../kit/cache.tsx'
import { Changes, type ChangesOf } from '../../../parts/resource/changes.tsx'
import { ownZone } from '../../../parts/time/own-zone.ts'
import { missingValue } from '../../../ui/format/format.ts'

type Setting = Exclude<keyof InsertionOrderConfig, 'legal_texts' | 'text_version' | 'version'>

const settingLabels: Readonly<Record<Setting, MessageDescriptor>> = {
  is_insertion_order_enabled: msg`Use insertion orders`,
  number_prefix: msg`Number prefix`,
  at_end: msg`At the end of an order`,
  needs_two_approvals: msg`Both sides approve`,
  may_author_approve: msg`Authors may approve`,
  must_lines_cover_total: msg`Lines must add up to the total`,
  is_purchase_order_enabled: msg`Use purchase order numbers`,
  is_purchase_order_required: msg`Require a number`,
  purchase_order_pattern: msg`Pattern`,
  legal_text: msg`Legal text`,
}

/** The name of a language, without the settings that a locale carries for `Intl`. */
export const languageName = (locale: Locale, names: Intl.DisplayNames) => names.of(intlLocale(locale).replace(/-u-.*$/, '')) ?? locale

const isSetting = (field: string): field is Setting => Object.hasOwn(settingLabels, field)

function useWords() {
  const { t, i18n } = useLingui()
  const languages = new Intl.DisplayNames([intlLocale(i18n.locale)], { type: 'language' })
  return {
    what: ({ kind }: RecordChange) => (kind === 'created' ? t`created the settings` : t`changed the settings`),
    labelOf: (field: string) => {
      if (isSetting(field)) return i18n._(settingLabels[field])
      const locale = locales.find((one) => field === `legal_text.${one}`)
      if (!locale) return field
      const language = languageName(locale, languages)
      return t`Legal text, ${language}`
    },
    textOf: (field: string, value: unknown): string => {
      if (value === null || value === undefined || value === '') return missingValue
      if (typeof value === 'boolean') return value ? t`Yes` : t`No`
      if (field === 'at_end') return value === 'funds' ? t`Continue its campaigns` : t`Stop its campaigns`
      return String(value)
    },
  }
}

/** A change of a setting has no undo: orders may have been submitted with it. */
const configChanges: ChangesOf<number, RecordChange> = {
  useChanges: (memberGroupId, pagination) =>
    useRead(insertionOrders.configChanges, { path: { memberGroupId }, body: { pagination } }, { keepPreviousData: true }),
  idOf: ({ change_id }) => change_id,
  useWords,
}

/** Who changed the settings of a client's orders, and when. */
export const SettingsHistory = ({ clientId }: { readonly clientId: number }) => (
  <section aria-labelledby="order-settings-history">
    <h3 id="order-settings-history">
      <Trans>History</Trans>
    </h3>
    <Changes of={configChanges} id={clientId} zone={ownZone()} />
  </section>
)
