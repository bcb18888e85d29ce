import { useLingui } from '@lingui/react/macro'
import { missingValue, numberFormat, percent, compactNumber } from './format.ts'
import { FullTextTooltip } from '../dialog/full-text.tsx'
import { addStyles } from '../theme/styles.ts'
import css from './format.css'

addStyles(css)

interface NumberTextProps {
  readonly value: number | null
  readonly digits?: number
  /** Short form; the full number appears on hover and focus. */
  readonly isCompact?: boolean
}

const Missing = () => <span className="figures-text quiet">{missingValue}</span>

export function NumberText({ value, digits = 0, isCompact }: NumberTextProps) {
  const { i18n } = useLingui()
  if (value === null) return <Missing />
  const full = numberFormat(i18n.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
  if (isCompact && Math.abs(value) >= 1000) return <FullTextTooltip text={full}>{compactNumber(value, i18n.locale)}</FullTextTooltip>
  return <span className="figures-text">{full}</span>
}

/** A percentage; 1 is 100 %. */
export function PercentText({ value, digits = 2 }: { readonly value: number | null; readonly digits?: number }) {
  const { i18n } = useLingui()
  return value === null ? <Missing /> : <span className="figures-text">{percent(value, i18n.locale, digits)}</span>
}
