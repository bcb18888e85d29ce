import { memberGroups } from '../../contract/clients/clients.ts'
import { useRead } from '../../kit/cache.tsx'

const noCategories: readonly string[] = []

/** The categories of a client's entities; undefined while loading. */
export function useCategories(memberGroupId: number): readonly string[] | undefined {
  const { data } = useRead(memberGroups.attributes, { path: { memberGroupId } })
  return data && (data.attribute_key_values.find(({ key }) => key === 'category')?.values ?? noCategories)
}
