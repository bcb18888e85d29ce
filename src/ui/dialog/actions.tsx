import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/** A button at the end of a dialog. `does` sets its style and its default label. */
export interface DialogAction {
  readonly does: 'continue' | 'exit' | 'cancel' | 'delete'
  readonly label?: ReactNode
  readonly disabledBecause?: string | undefined
  readonly onPress: () => void
}

const kinds = { continue: 'primary', delete: 'danger', exit: 'secondary', cancel: 'secondary' } as const

interface ActionsProps {
  readonly actions: readonly DialogAction[]
  readonly footnote?: ReactNode
  readonly isBusy: boolean
}

/** Footer of a dialog: a note, then the buttons. */
export function DialogActions({ actions, footnote, isBusy }: ActionsProps) {
  const { t } = useLingui()
  if (actions.length === 0 && !footnote) return null
  const words = { continue: t`Continue`, exit: t`Exit`, cancel: t`Cancel`, delete: t`Delete` }
  const isForward = (does: DialogAction['does']) => does === 'continue' || does === 'delete'
  return (
    <div className="modal-foot">
      {footnote && <div className="footnote">{footnote}</div>}
      <div className="dialog-actions">
        {actions.map(({ does, label, disabledBecause, onPress }) => (
          <Button
            key={does}
            kind={kinds[does]}
            isBusy={isBusy && isForward(does)}
            disabledBecause={isBusy && !isForward(does) ? t`Please wait` : disabledBecause}
            onPress={onPress}
          >
            {label ?? words[does]}
          </Button>
        ))}
      </div>
    </div>
  )
}
