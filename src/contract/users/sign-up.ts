import { boolean, type Infer, is, literal, nullable, object, optional, refine, string } from 'superstruct'
import { get, post } from '../endpoint.ts'
import { charactersIn, password } from '../fields/fields.rules.ts'
import { Id, Text } from '../ids.ts'
import { HostName, LoginKey } from '../clients/clients.ts'
import { ThemeValues } from '../clients/themes.ts'
import { Email } from './users.ts'

/** A password that meets all requirements and fits the sign-in page. */
export const NewPassword = refine(
  Text(1, 200),
  'NewPassword',
  (text) => (charactersIn(text) >= 8 && password(text) === true) || 'Expected a password',
)

/** What a sign-in page needs before the sign-in; it contains nothing else about a client. */
export const LoginConfig = object({
  member_group_id: Id,
  name: string(),
  login_key: nullable(string()),
  theme: ThemeValues,
  registration_enabled: boolean(),
  sso_organization_id: nullable(string()),
  sso_connection_id: nullable(string()),
})
export type LoginConfig = Infer<typeof LoginConfig>

/** Identifies the client of a sign-in page by name or host. An invalid name is not sent; the platform then uses the default client. */
export function loginConfigQuery(clientName: string | undefined, hostName: string) {
  const key = clientName?.toLowerCase()
  if (is(key, LoginKey)) return { login_key: key }
  return is(hostName, HostName) ? { host_name: hostName } : {}
}

/** A registration with all details in one request. */
export const NewAccount = object({
  email: Email,
  password: NewPassword,
  locale_id: Id,
  first_name: Text(1, 80),
  last_name: Text(1, 80),
})
export type NewAccount = Infer<typeof NewAccount>

/** Sign-in and registration pages of a client. No reply reveals whether an email address is registered. */
export const signUp = {
  loginConfig: get('v1/member_groups/login_config_by_host_name', {
    open: true,
    query: object({ host_name: optional(HostName), login_key: optional(LoginKey) }),
    result: LoginConfig,
  }),
  byEmail: post('v1/member_groups/:memberGroupId/signup', {
    open: true,
    mails: true,
    body: object({ email: Email }),
    result: literal('success'),
  }),
  inFull: post('v2/member_groups/:memberGroupId/signup', { open: true, mails: true, body: NewAccount, result: literal('success') }),
}
