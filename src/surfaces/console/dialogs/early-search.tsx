import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, RefObject } from 'react'

interface EarlySearchProps {
  readonly typed: RefObject<string>
  readonly onClose: () => void
}

const focus = (input: HTMLInputElement | null) => input?.focus()

/** A plain input that takes the keys while the search dialog is loading. The dialog continues with its text. */
export function EarlySearch({ typed, onClose }: EarlySearchProps) {
  const { t } = useLingui()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    <input
      ref={focus}
      type="search"
      className="console-early"
      aria-label={t`Search by name or ID`}
      placeholder={t`Search by name or ID`}
      autoComplete="off"
      maxLength={100}
      defaultValue={typed.current}
      onChange={(event) => {
        typed.current = event.currentTarget.value
      }}
      onKeyDown={onKeyDown}
    />
  )
}
