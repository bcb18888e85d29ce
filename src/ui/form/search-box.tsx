import { Icon } from '../icon/icon.tsx'
import { search } from '../icon/control-icons.ts'
import css from './search-box.css'
import { addStyles } from '../theme/styles.ts'

addStyles(css)

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onEnter?: () => void
}

export function SearchBox({ label, value, onChange, onEnter }: SearchBoxProps) {
  return (
    <label className="search-box">
      <Icon shape={search} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEnter?.()}
      />
    </label>
  )
}
