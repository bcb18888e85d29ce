import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ConfigurationChange } from '../../../contract/clients/configuration.ts'
import { missingValue } from '../../../ui/format/format.ts'
import { ScrollRegion } from '../frame/scroll-region.tsx'
import { partWords } from './words.ts'

const valueText = (value: unknown) => (value === null ? missingValue : typeof value === 'string' ? value : JSON.stringify(value))

/** The values that differ, with those of the client and those of the document. */
export function ChangeTable({ changes }: { readonly changes: readonly ConfigurationChange[] }) {
  const { t, i18n } = useLingui()
  if (changes.length === 0)
    return (
      <p>
        <Trans>Nothing differs in the chosen parts.</Trans>
      </p>
    )
  return (
    <ScrollRegion label={t`Differences`}>
      <table className="admin-table">
        <caption>{t`${plural(changes.length, { one: '# difference', other: '# differences' })}`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Part</Trans>
            </th>
            <th scope="col">
              <Trans>Field</Trans>
            </th>
            <th scope="col">
              <Trans>Before</Trans>
            </th>
            <th scope="col">
              <Trans>After</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ part, field, before, after }) => (
            <tr key={`${part} ${field}`}>
              <td>{i18n._(partWords[part])}</td>
              <th scope="row">{field}</th>
              <td dir="auto">{valueText(before)}</td>
              <td dir="auto">{valueText(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
