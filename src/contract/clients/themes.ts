import { boolean, enums, type Infer, nullable, object, pattern, string } from 'superstruct'
import { get } from '../endpoint.ts'
import { Id } from '../ids.ts'

/** The fonts that a client can choose. */
export const themeFonts = ['Default', 'Limitless'] as const
/** The client whose theme is used if no other is available. */
export const defaultThemeGroupId = 1

/** A colour as six hexadecimal digits. */
export const Colour = pattern(string(), /^#[\da-f]{6}$/i)

export const ThemeValues = object({
  font_family: enums(themeFonts),
  primary_color: Colour,
  button_color: Colour,
  button_text_color: Colour,
})
export type ThemeValues = Infer<typeof ThemeValues>

/** The look of a client's pages, and its sign-in settings. */
export const Theme = object({
  id: Id,
  member_group_id: Id,
  theme: ThemeValues,
  registration_enabled: boolean(),
  sso_organization_id: nullable(string()),
  sso_connection_id: nullable(string()),
})
export type Theme = Infer<typeof Theme>

export const themes = { one: get('v1/member_groups/:memberGroupId/theme', { open: true, result: Theme }) }
