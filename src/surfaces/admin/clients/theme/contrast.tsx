import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ThemeValues } from '../../../../contract/clients/themes.ts'
import { NumberText } from '../../../../ui/format/number-text.tsx'
import { ScrollRegion } from '../../frame/scroll-region.tsx'
import { contrastChecks, type ThemePart } from '../../../../ui/theme/contrast-checks.ts'

const partWords: Readonly<Record<ThemePart, MessageDescriptor>> = {
  text_light: msg`Links on light pages`,
  text_dark: msg`Links on dark pages`,
  button_text: msg`Text on buttons`,
  focus_light: msg`Focus ring on light pages`,
  focus_dark: msg`Focus ring on dark pages`,
}

/** The contrast of each part of the theme, and the colours that pages show instead of those that fail. */
export function ContrastTable({ theme }: { readonly theme: ThemeValues }) {
  const { t, i18n } = useLingui()
  return (
    <ScrollRegion label={t`Contrast (WCAG 2.2)`}>
      <table className="admin-table">
        <caption>
          <Trans>Contrast (WCAG 2.2)</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Part</Trans>
            </th>
            <th scope="col">
              <Trans>Contrast</Trans>
            </th>
            <th scope="col">
              <Trans>Needed</Trans>
            </th>
            <th scope="col">
              <Trans>Result</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {contrastChecks(theme).map(({ part, ratio, needed, shown }) => {
            const colours = shown.join(', ')
            return (
              <tr key={part}>
                <th scope="row">{i18n._(partWords[part])}</th>
                <td>
                  <NumberText value={ratio} digits={2} />
                </td>
                <td>
                  <NumberText value={needed} digits={1} />
                </td>
                <td>{ratio >= needed ? <Trans>Passes</Trans> : <Trans>Too low: pages show {colours}</Trans>}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
