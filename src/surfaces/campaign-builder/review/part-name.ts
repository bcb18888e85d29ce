import { useLingui } from '@lingui/react'
import { fieldWord } from '../../../parts/campaigns/words.ts'
import { useLabel } from '../../../parts/scope/client.tsx'
import { placeOf } from '../draft/form.ts'

/** Returns the name of the draft part that contains a field path. */
export function usePartName(): (path: string) => string {
  const { i18n } = useLingui()
  const { plural } = useLabel()
  return (path) => {
    const word = placeOf(path).split('.')[0] ?? ''
    return word === 'entities' ? plural : fieldWord(word, i18n)
  }
}
