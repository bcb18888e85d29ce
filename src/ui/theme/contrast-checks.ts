import type { ThemeValues } from '../../contract/clients/themes.ts'
import { contrast, darkGround, lightGround, readable, withContrast } from './theme.ts'

/** The parts of a theme that need contrast. */
export const themeParts = ['text_light', 'text_dark', 'button_text', 'focus_light', 'focus_dark'] as const
export type ThemePart = (typeof themeParts)[number]

/** The contrast of one part of a theme. */
export interface ContrastCheck {
  readonly part: ThemePart
  /** The contrast of the colours as they were chosen, and the least that WCAG 2.2 demands. */
  readonly ratio: number
  readonly needed: number
  /** The colours that pages show: the chosen ones, or the nearest that pass. */
  readonly shown: readonly string[]
}

/** WCAG 2.2: 4.5 for text, 3 for controls. */
const neededFor = { text: 4.5, control: 3 } as const

/** The contrast of every part of a theme, and the colours that pages show instead of those that fail. */
export function contrastChecks({ primary_color, button_color, button_text_color }: ThemeValues): readonly ContrastCheck[] {
  const onLight = withContrast(primary_color, lightGround, 4.6, 'black')
  const onDark = withContrast(primary_color, darkGround, 4.6, 'white')
  const light = contrast(primary_color, lightGround)
  const dark = contrast(primary_color, darkGround)
  return [
    { part: 'text_light', ratio: light, needed: neededFor.text, shown: [onLight] },
    { part: 'text_dark', ratio: dark, needed: neededFor.text, shown: [onDark] },
    {
      part: 'button_text',
      ratio: contrast(button_color, button_text_color),
      needed: neededFor.text,
      shown: readable(button_color, button_text_color),
    },
    { part: 'focus_light', ratio: light, needed: neededFor.control, shown: [onLight] },
    { part: 'focus_dark', ratio: dark, needed: neededFor.control, shown: [onDark] },
  ]
}
