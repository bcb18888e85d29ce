import { intlLocale } from '../../contract/locales.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A localized file size, for example 2.4 MB; decimal units. */
export function fileSize(bytes: number, locale: string): string {
  const at = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return new Intl.NumberFormat(intlLocale(locale), {
    style: 'unit',
    unit: units[at],
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: at < 2 ? 0 : 1,
  }).format(bytes / 1000 ** at)
}
