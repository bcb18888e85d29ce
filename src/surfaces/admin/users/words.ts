import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { intlLocale } from '../../../contract/locales.ts'
import type { FieldProblem } from '../../../contract/reply.ts'
import type { UserRefusal } from '../../../contract/users/users.rules.ts'
import type { notificationTypes } from '../../../contract/users/users.ts'
import { type Problem, problemText } from '../../../kit/problem.ts'
import type { RejectionTexts } from '../../../parts/resource/form-rejection.ts'

/** Why a user cannot be changed. */
export const refusalWords: Readonly<Record<UserRefusal, MessageDescriptor>> = {
  above_you: msg`The user has a role above yours`,
  own_account: msg`You can’t change your own roles, access or status`,
  last_super_user: msg`The platform needs at least one super user`,
  last_client_admin: msg`Each client needs at least one administrator`,
  not_found: msg`The user was removed, or you have no access to all of the user’s clients and advertisers`,
}

const isRefusal = (code: string | undefined): code is UserRefusal => code !== undefined && Object.hasOwn(refusalWords, code)

/** Texts of refused changes of users, for forms and notices. */
export function refusalTexts(i18n: I18n): RejectionTexts {
  const textOf = ({ code }: Pick<FieldProblem, 'code'>) => (isRefusal(code) ? i18n._(refusalWords[code]) : undefined)
  return {
    field: textOf,
    all: (problem: Problem) => problem.fields.map(textOf).find((text) => text !== undefined) ?? problemText(problem, i18n),
  }
}

/** The name of a language in the user's own. */
export const localeName = (code: string, i18n: I18n) =>
  new Intl.DisplayNames([intlLocale(i18n.locale)], { type: 'language' }).of(intlLocale(code).replace(/-u-.*$/, '')) ?? code

/** The types of email notifications. */
export const notificationWords: Readonly<Record<(typeof notificationTypes)[number], MessageDescriptor>> = {
  budgets: msg`Budgets`,
  campaigns: msg`Campaigns`,
  funds: msg`Funds`,
  insertion_orders: msg`Insertion orders`,
  reports: msg`Reports`,
  reviews: msg`Reviews`,
}
