import { Plural, useLingui } from '@lingui/react/macro'
import type { IdList } from '../../contract/registrations/id-lists.rules.ts'

/** Shows how many ids were read, before they are sent. */
export function FoundIds({ list }: { readonly list: IdList }) {
  const { t } = useLingui()
  const names = {
    '\n': t`one per line`,
    '\t': t`separated by tabs`,
    ';': t`separated by semicolons`,
    '|': t`separated by pipes`,
    ',': t`separated by commas`,
  }
  const how = names[list.delimiter]
  return (
    <p role="status">
      <b>
        <Plural value={list.ids.length} one="# ID" other="# IDs" />
      </b>
      {list.ids.length > 0 && <span className="quiet">, {how}</span>}
    </p>
  )
}
