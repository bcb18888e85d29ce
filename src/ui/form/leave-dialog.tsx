import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../button.tsx'
import { addStyles } from '../theme/styles.ts'
import css from './leave-dialog.css'

addStyles(css)

interface LeaveDialogProps {
  /** Labels of the fields with unsaved changes. */
  readonly losses: readonly string[]
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Asks before unsaved changes are lost. */
export function LeaveDialog({ losses, onStay, onLeave }: LeaveDialogProps) {
  const { i18n } = useLingui()
  const node = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = node.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('.primary')?.focus()
    return () => dialog?.close()
  }, [])
  const fields = new Intl.ListFormat(i18n.locale).format(losses)
  return (
    <dialog
      ref={node}
      className="leave"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onStay()
      }}
    >
      <h2 id={id}>
        <Trans>Leave without saving?</Trans>
      </h2>
      <p id={`${id}-text`}>
        {losses.length > 0 ? (
          <Trans>Your unsaved changes will be lost: {fields}.</Trans>
        ) : (
          <Trans>Your unsaved changes will be lost.</Trans>
        )}
      </p>
      <div className="row">
        <Button kind="danger" onPress={onLeave}>
          <Trans>Leave</Trans>
        </Button>
        <Button kind="primary" onPress={onStay}>
          <Trans>Stay</Trans>
        </Button>
      </div>
    </dialog>
  )
}
