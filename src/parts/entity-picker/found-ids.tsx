import { Plural, useLingui } from '@lingui/react/macro'
import type { IdList } from '../../contract/registrations/id-lists.rules.ts'

/** Shows how many ids were read, before they are sent. */
export function FoundIds({ list }: { readonly list: IdList }) {
  const { t } = useLingui()
  const names = {
    '\n': t`one on each line`,
    '\t': t`set apart by tabs`,
    ';': t`set apart by semicolons`,
    '|': t`set apart by pipes`,
    ',': t`set apart by commas`,
  }
  const how = names[list.delimiter]
  return (
    <p role="status">
      <b>
        <Plural value={list.ids.length} one="# id" other="# ids" />
      </b>
      {list.ids.length > 0 && <span className="quiet">, {how}</span>}
    </p>
  )
}
