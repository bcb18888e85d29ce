import { useLabel } from '../../../parts/scope/client.tsx'
import { EntityPicker, type EntityPickerProps } from '../../../parts/entity-picker/entity-picker.tsx'
import { useCategories } from '../../../parts/entity-picker/use-categories.ts'
import { useCampaign } from '../campaign/gate.tsx'

/** Chooses what an ad group advertises, in the words and by the categories of its client. */
export default function GroupPicker(props: Omit<EntityPickerProps, 'label' | 'categories'>) {
  const { at } = useCampaign()
  return <EntityPicker {...props} label={useLabel()} categories={useCategories(at.memberGroupId)} />
}
