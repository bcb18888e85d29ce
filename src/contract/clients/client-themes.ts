import { array, boolean, type Infer, integer, literal, nullable, object, optional, string } from 'superstruct'
import { del, get, patch, post } from '../endpoint.ts'
import { SsoName } from './clients.ts'
import { Theme, ThemeValues } from './themes.ts'

/** A theme for whoever may edit it: whose it is, and in which version. */
export const OwnTheme = object({ ...Theme.schema, member_group_name: string(), version: integer() })
export type OwnTheme = Infer<typeof OwnTheme>

const doors = {
  registration_enabled: optional(boolean()),
  sso_organization_id: optional(nullable(SsoName)),
  sso_connection_id: optional(nullable(SsoName)),
}
/** A first theme, and how one comes in. */
export const NewTheme = object({ theme: ThemeValues, ...doors })
export type NewTheme = Infer<typeof NewTheme>
/** What of a theme is to be otherwise. */
export const ThemeChange = object({ theme: optional(ThemeValues), ...doors })
export type ThemeChange = Infer<typeof ThemeChange>

const theme = 'v1/member_groups/:memberGroupId/theme'

/** The themes of one's own clients, for those who edit them; what every page may read stands in themes.ts, so that pages carry no more. */
export const clientThemes = {
  list: get('v1/member_groups/themes', { may: 'themes.read', result: object({ themes: array(OwnTheme) }) }),
  create: post(theme, { may: 'themes.change', idempotent: true, body: NewTheme, result: OwnTheme }),
  change: patch(theme, { may: 'themes.change', versioned: true, body: ThemeChange, result: OwnTheme }),
  remove: del(theme, { may: 'themes.change', result: literal('success') }),
}
