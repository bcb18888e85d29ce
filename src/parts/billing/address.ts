import type { I18n } from '@lingui/core'
import type { BillingAddress } from '../../contract/advertisers/advertisers.ts'
import { intlLocale } from '../../contract/locales.ts'

/** The name of a country in the user's language. */
export const countryName = (code: string, { locale }: I18n) =>
  new Intl.DisplayNames([intlLocale(locale)], { type: 'region' }).of(code) ?? code

/** The lines of an address, in the order of a letter. */
export const addressLines = ({ name, line_1, line_2, city, region, postal_code, country_code }: BillingAddress, i18n: I18n) =>
  [name, line_1, line_2, `${postal_code} ${city}`.trim(), region, countryName(country_code, i18n)].filter((part) => part !== '')

/** An address in one line. */
export const addressLine = (address: BillingAddress, i18n: I18n) => addressLines(address, i18n).join(', ')
