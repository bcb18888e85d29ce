import { addStyles } from '../theme/styles.ts'
import css from './badge.css'

addStyles(css)

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** A keyboard shortcut. `Mod` is Command on Apple systems and Ctrl elsewhere. */
export function KeyboardShortcut({ keys }: { readonly keys: readonly string[] }) {
  const names: Readonly<Record<string, string>> = isApple() ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩' } : { Mod: 'Ctrl', Enter: '↵' }
  return (
    <kbd className="keys">
      {keys.map((key) => (
        <kbd key={key}>{names[key] ?? key}</kbd>
      ))}
    </kbd>
  )
}
