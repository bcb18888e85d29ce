import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, Ref } from 'react'
import { Icon } from '../icon/icon.tsx'
import { search } from '../icon/control-icons.ts'

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  /** Id of the list that it searches; undefined while the list is empty. */
  readonly listId: string | undefined
  readonly activeId: string | undefined
  /** The list is short, so the search stays hidden until the user types. */
  readonly isShort: boolean
  readonly text: string
  readonly onType: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The input that has the focus while the menu is open. It receives text and the list's keys. */
export function SearchField({ ref, label, listId, activeId, isShort, text, onType, onKeyDown }: SearchFieldProps) {
  const { t } = useLingui()
  return (
    <div className={isShort ? 'unseen' : 'choose-search'}>
      <Icon shape={search} />
      <input
        ref={ref}
        role="combobox"
        aria-expanded={listId !== undefined}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-label={t`Search ${label}`}
        placeholder={t`Search`}
        inputMode={isShort ? 'none' : 'search'}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
