import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, Ref } from 'react'
import { Icon } from '../icon/icon.tsx'
import { search } from '../icon/more-icons.ts'

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  /** The list that it searches; none while there is nothing in it. */
  readonly listId: string | undefined
  readonly activeId: string | undefined
  /** The list is so short that it shows only once somebody types. */
  readonly isShort: boolean
  readonly text: string
  readonly onType: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** What has the focus while a menu is open: it takes the letters, and the keys of the list. */
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
