import { useLingui } from '@lingui/react/macro'
import { Icon } from '../icon/icon.tsx'
import { cross } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import css from './badge.css'
import type { Tone } from './status-labels.ts'
import { tooltip } from '../dialog/tooltip-text.ts'

addStyles(css)

interface TagProps {
  readonly text: string
  readonly tone?: Tone
  readonly onRemove?: () => void
}

/** A label chip. A long text is truncated and shown in full on hover. */
export function Tag({ text, tone, onRemove }: TagProps) {
  const { t } = useLingui()
  return (
    <span className={`tag ${tone ?? ''}`}>
      <span className="cut" {...tooltip(text)}>
        {text}
      </span>
      {onRemove && (
        <button type="button" aria-label={t`Remove ${text}`} onClick={onRemove}>
          <Icon shape={cross} />
        </button>
      )}
    </span>
  )
}

/** A number next to the name of the counted items. */
export const CountPill = ({ text }: { readonly text: string }) => <span className="pill">{text}</span>
