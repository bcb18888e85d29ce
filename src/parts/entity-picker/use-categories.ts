import { memberGroups } from '../../contract/clients/clients.ts'
import { useRead } from '../../kit/cache.tsx'

const none: readonly string[] = []

/** What the entities of a client can be told apart by; nothing as long as that is not known. */
export function useCategories(memberGroupId: number): readonly string[] | undefined {
  const { data } = useRead(memberGroups.attributes, { path: { memberGroupId } })
  return data && (data.attribute_key_values.find(({ key }) => key === 'category')?.values ?? none)
}
