import type { clientThemes } from '../../../src/contract/clients/client-themes.ts'
import type { Examples } from './example-calls.ts'

const theme = { font_family: 'Limitless' as const, primary_color: '#123abc', button_color: '#123abc', button_text_color: '#ffffff' }

export const clientThemeExamples: Examples<typeof clientThemes> = {
  // Only the third small client has no theme yet.
  create: ({ client }) => ({
    path: { memberGroupId: client === 1 ? 3 : client },
    body: { theme, registration_enabled: false },
    otherStatuses: { 409: 'there is one already' },
  }),
  change: () => ({ body: { theme, registration_enabled: true }, otherStatuses: { 404: 'a client without a theme has none to change' } }),
  // The first client's theme is the default for the others and cannot be removed.
  remove: ({ client }) => ({
    path: { memberGroupId: client === 1 ? 2 : client },
    otherStatuses: { 404: 'a client without a theme has none to remove', 409: 'the default theme stays' },
  }),
}
