import type { ThemeValues } from '../../contract/clients/themes.ts'

type Rgb = readonly [number, number, number]

const channels = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb // three channels
const hexOf = (rgb: Rgb) =>
  `#${rgb
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  [0, 1, 2].map((at) => (a[at] ?? 0) * (1 - share) + (b[at] ?? 0) * share) as unknown as Rgb // three channels in, three out

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** Relative luminance as defined by WCAG. */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** Mixes a colour with black or white until it reaches a contrast ratio. */
export function withContrast(hex: string, against: string, ratio: number, toward: 'black' | 'white'): string {
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = hexOf(mix(channels(hex), toward === 'black' ? black : white, share))
    if (contrast(mixed, against) >= ratio) return mixed
  }
  return hexOf(toward === 'black' ? black : white)
}

const darkSheet: Rgb = [19, 20, 21]
/** Backgrounds with the lowest text contrast: hovered or selected rows in light mode, menus in dark mode. */
export const lightGround = hexOf([236, 236, 234])
export const darkGround = hexOf([38, 39, 41])
const steps = [
  [50, 0.93],
  [100, 0.85],
  [200, 0.72],
  [300, 0.55],
  [400, 0.35],
  [500, 0.15],
  [600, 0],
  [700, -0.2],
  [800, -0.36],
  [900, -0.5],
] as const

/**
 * The font choice "Limitless". No font file of that name is published, so a host page that has one supplies it; elsewhere the
 * operating system's own interface font is used, and never Inter, which is the choice "Default".
 */
const limitlessFont = 'Limitless, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif'

/** CSS custom properties of a client's theme. The palette is derived from one colour, with sufficient contrast in light and dark mode. */
export function themeVariables({ primary_color, button_color, button_text_color, font_family }: ThemeValues): Record<string, string> {
  const main = withContrast(primary_color, lightGround, 4.6, 'black')
  const scale = steps.map(
    ([step, share]) => [`--ad-accent-${step}`, hexOf(mix(channels(main), share < 0 ? black : white, Math.abs(share)))] as const,
  )
  const onDark = withContrast(primary_color, darkGround, 4.6, 'white')
  const [button, buttonText] = readable(button_color, button_text_color)
  const series = (light: string, dark: string) => `light-dark(${light}, ${dark})`
  const soft = (hex: string, sheet: Rgb, share: number) => hexOf(mix(channels(hex), sheet, share))
  return {
    ...Object.fromEntries(scale),
    '--ad-accent': button,
    '--ad-accent-hover': hexOf(mix(channels(button), black, 0.12)),
    '--ad-on-accent': buttonText,
    '--ad-accent-text': series(main, onDark),
    '--ad-focus': series(main, onDark),
    '--ad-chart-1': series(main, onDark),
    '--ad-chart-1-soft': series(soft(main, white, 0.62), soft(onDark, darkSheet, 0.62)),
    '--ad-chart-1-before': series(soft(main, white, 0.35), soft(onDark, darkSheet, 0.3)),
    ...(font_family === 'Limitless' && { '--ad-font': limitlessFont }),
  }
}

/** A button colour and a text colour with sufficient contrast: the text colour is adjusted first, then the button. */
export function readable(button: string, text: string): [string, string] {
  if (contrast(button, text) >= 4.5) return [button, text]
  const light = hexOf(white)
  const dark = hexOf(black)
  const isLight = contrast(button, light) >= contrast(button, dark)
  const better = isLight ? light : dark
  return [withContrast(button, better, 4.5, isLight ? 'black' : 'white'), better]
}
