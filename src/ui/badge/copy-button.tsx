import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { alert, check } from '../icon/icons.ts'
import { copy } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './badge.css'
import { tooltip } from '../dialog/tooltip-text.ts'

addStyles(css)

const saidForMs = 2000

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<'done' | 'refused'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), saidForMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const put = async () => {
    // The clipboard API is missing on insecure pages and blocked in iframes without permission.
    const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))
    setOutcome(
      await writing.then(
        () => 'done' as const,
        () => 'refused' as const,
      ),
    )
  }
  const icons = { done: check, refused: alert }
  return (
    <span className="copy">
      <button type="button" className="mini" aria-label={label} {...tooltip(label)} onClick={() => void put()}>
        <Icon shape={outcome ? icons[outcome] : copy} />
      </button>
      <span role="status">{outcome === 'done' ? t`Copied` : outcome && t`Your browser blocked copying`}</span>
    </span>
  )
}
