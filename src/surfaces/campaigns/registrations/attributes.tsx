import { useLingui } from '@lingui/react/macro'
import { lookups } from '../../../contract/search/lookups.ts'
import { memberGroups } from '../../../contract/clients/clients.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useLabel } from '../../../parts/scope/client.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Tag } from '../../../ui/badge/tag.tsx'
import { useRegistrant } from './registrant.tsx'

/** The attribute values of the registered entities; hidden when there are none. */
export function Attributes() {
  const { t } = useLingui()
  const { plural } = useLabel()
  const path = { memberGroupId: useRegistrant().memberGroupId }
  const labels = useRead(lookups.entityAttributes, { path }).data?.entity_attributes
  const { data } = useRead(memberGroups.attributes, { path })
  const items = data?.attribute_key_values.map(({ key, values }) => ({
    id: key,
    label: labels?.find((item) => item.key === key)?.label ?? key,
    value: (
      <span className="registration-values">
        {values.map((value) => (
          <Tag key={value} text={value} />
        ))}
      </span>
    ),
  }))
  const heading = t`${plural}: attributes`
  if (!items || items.length === 0) return null
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      <KeyValues items={items} />
    </section>
  )
}
