import { useLingui } from '@lingui/react'
import { fieldLabel } from '../../../parts/campaigns/labels.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { fieldPathOf } from '../draft/form.ts'

/** Returns the name of the draft part that contains a field path. */
export function usePartName(): (path: string) => string {
  const { i18n } = useLingui()
  const { plural } = useLabel()
  return (path) => {
    const word = fieldPathOf(path).split('.')[0] ?? ''
    return word === 'entities' ? plural : fieldLabel(word, i18n)
  }
}
