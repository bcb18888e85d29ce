import { array, boolean, type Infer, integer, literal, nullable, object, optional, string } from 'superstruct'
import { del, get, patch, post } from '../endpoint.ts'
import { SsoName } from './clients.ts'
import { Theme, ThemeValues } from './themes.ts'

/** A theme for its editors, with its client and version. */
export const EditableTheme = object({ ...Theme.schema, member_group_name: string(), version: integer() })
export type EditableTheme = Infer<typeof EditableTheme>

const signInFields = {
  registration_enabled: optional(boolean()),
  sso_organization_id: optional(nullable(SsoName)),
  sso_connection_id: optional(nullable(SsoName)),
}
/** A new theme, with the sign-in settings. */
export const NewTheme = object({ theme: ThemeValues, ...signInFields })
export type NewTheme = Infer<typeof NewTheme>
export const ThemeChange = object({ theme: optional(ThemeValues), ...signInFields })
export type ThemeChange = Infer<typeof ThemeChange>

const themePath = 'v1/member_groups/:memberGroupId/theme'

/** Endpoints for editors of client themes. The theme that every page reads is in themes.ts, so that pages load less code. */
export const clientThemes = {
  list: get('v1/member_groups/themes', { may: 'themes.read', result: object({ themes: array(EditableTheme) }) }),
  create: post(themePath, { may: 'themes.change', idempotent: 'optional', body: NewTheme, result: EditableTheme }),
  change: patch(themePath, { may: 'themes.change', versioned: true, body: ThemeChange, result: EditableTheme }),
  remove: del(themePath, { may: 'themes.change', result: literal('success') }),
}
