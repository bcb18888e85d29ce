import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { is } from 'superstruct'
import { HostName, LoginKey, SsoName } from '../../../../contract/clients/clients.ts'
import type { OriginFault } from '../../../../contract/clients/origins.rules.ts'
import type { FieldRuleResult } from '../../../../contract/fields/faults.ts'
import type { FieldProblem } from '../../../../contract/reply.ts'
import { type Problem, problemText } from '../../../../kit/problem.ts'
import type { RejectionTexts } from '../../../../parts/resource/form-rejection.ts'

type TextRule = (text: string) => FieldRuleResult

interface HostRules {
  readonly host_name: readonly TextRule[]
  readonly login_key: readonly TextRule[]
  readonly sso_organization_id: readonly TextRule[]
  readonly sso_connection_id: readonly TextRule[]
}

/** The rules of host names, login keys and sign-in settings; all may be empty. */
export function useHostRules(): HostRules {
  const { t } = useLingui()
  const custom = (text: string) => ({ code: 'custom', text }) as const
  const ssoName: TextRule = (text) =>
    text === '' || is(text, SsoName) || custom(t`Use letters, digits, dots, hyphens and underscores, up to 100 characters`)
  return {
    host_name: [
      (text) =>
        text === '' || is(text, HostName) || custom(t`Enter a host name such as ads.example.com, without https:// and without a port`),
    ],
    login_key: [(text) => text === '' || is(text, LoginKey) || custom(t`Use lower-case letters, digits and hyphens, up to 60 characters`)],
    sso_organization_id: [ssoName],
    sso_connection_id: [ssoName],
  }
}

/** Why a text is not an origin that may embed pages, and what to enter instead. */
export const originFaultWords: Readonly<Record<OriginFault, MessageDescriptor>> = {
  not_an_origin: msg`Enter an origin such as https://shop.example`,
  null_origin: msg`“null” is the origin of local files and sandboxed frames. It names no site, so it can’t be allowed.`,
  needs_https: msg`Use https://. Only a developer’s own machine (http://localhost) may use http.`,
  has_path: msg`Remove the path: an origin is only the scheme, the host and the port.`,
  wildcard_place: msg`Only the first part of the host can be *, for example https://*.shop.example`,
  wildcard_too_wide: msg`The * would cover sites of other owners. Name the domain, for example https://*.shop.example`,
}

const isOriginFault = (code: string | undefined): code is OriginFault => code !== undefined && Object.hasOwn(originFaultWords, code)

/** Texts of refused host names, login keys and origins, with what to do about them. */
export function useRefusalTexts(): RejectionTexts {
  const { t, i18n } = useLingui()
  const field = ({ code, path }: FieldProblem) => {
    const isKey = path === 'login_key'
    if (isOriginFault(code)) return i18n._(originFaultWords[code])
    if (code === 'taken')
      return isKey
        ? t`Another client uses this login key. Choose another one.`
        : t`Another client uses this host name. Choose another one, or remove it from the other client first.`
    if (code === 'looks_like')
      return isKey
        ? t`This login key looks like that of another client. Choose one that users can’t confuse.`
        : t`This host name looks like that of another client. Choose one that users can’t confuse.`
    return code === 'reserved' ? t`The platform uses this word in its own addresses. Choose another one.` : undefined
  }
  return { field, all: (problem: Problem) => problem.fields.map(field).find((text) => text !== undefined) ?? problemText(problem, i18n) }
}
