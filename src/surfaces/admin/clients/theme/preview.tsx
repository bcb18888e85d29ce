import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, useMemo, useState } from 'react'
import type { ThemeValues } from '../../../../contract/clients/themes.ts'
import { InnerElement } from '../../../../parts/navigation/inner-element.tsx'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import { Select } from '../../../../ui/select/select.tsx'
import { themeVariables } from '../../../../ui/theme/theme.ts'

/** The element of the preview. It only reads. */
const previewTag = 'ad-report-chart'
const widths = [360, 768, 1440] as const

/** Buttons and links with a theme, as they are in every element. */
function Controls({ variables }: { readonly variables: CSSProperties }) {
  return (
    <div className="theme-controls row" style={variables}>
      <span className="button primary">
        <Trans>Button</Trans>
      </span>
      <span className="link">
        <Trans>Link</Trans>
      </span>
      <span className="theme-focus">
        <Trans>Focus</Trans>
      </span>
    </div>
  )
}

/** A real element with the theme before it is saved, in light and dark, in both directions, and at several widths. */
export function ThemePreview({ theme }: { readonly theme: ThemeValues }) {
  const { t } = useLingui()
  const { clientId } = useScope()
  const [isDark, setDark] = useState(false)
  const [isMirrored, setMirrored] = useState(false)
  const widthOptions = useMemo(() => widths.map((width) => ({ id: width, label: t`${width} px` })), [t])
  const [width, setWidth] = useState<number>(widths[0])
  const variables = useMemo(() => themeVariables(theme), [theme])
  const scheme = isDark ? 'dark' : 'light'
  const style: CSSProperties = { ...variables, colorScheme: scheme } as CSSProperties // CSS custom properties are not in its type
  return (
    <section className="detail-part" aria-labelledby="theme-preview">
      <h3 id="theme-preview">
        <Trans>Preview</Trans>
      </h3>
      <div className="row theme-options">
        <Select
          label={t`Width`}
          options={widthOptions}
          value={widthOptions.find(({ id }) => id === width) ?? null}
          noClear
          onChange={(option) => option && setWidth(Number(option.id))}
        />
        <Checkbox label={t`Dark`} value={isDark} onChange={setDark} />
        <Checkbox label={t`Right to left`} value={isMirrored} onChange={setMirrored} />
      </div>
      <div className={`theme-stage ${scheme}`} dir={isMirrored ? 'rtl' : 'ltr'}>
        <div style={{ width }}>
          <Controls variables={style} />
          <InnerElement tag={previewTag} attributes={{ 'client-id': String(clientId), theme: scheme }} themeTokens={variables} />
        </div>
      </div>
    </section>
  )
}
