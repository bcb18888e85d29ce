import { useLabel } from '../../../parts/scope/client.tsx'
import { EntityPicker, type EntityPickerProps } from '../../../parts/entity-picker/entity-picker.tsx'
import { useCategories } from '../../../parts/entity-picker/use-categories.ts'
import { useCampaign } from '../campaign/gate.tsx'

/** The entity picker with the client's labels and categories. */
export default function AdGroupEntityPicker(props: Omit<EntityPickerProps, 'label' | 'categories'>) {
  const { at } = useCampaign()
  return <EntityPicker {...props} label={useLabel()} categories={useCategories(at.memberGroupId)} />
}
