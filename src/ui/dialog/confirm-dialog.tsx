import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { isComposing } from '../composing.ts'
import { addStyles } from '../theme/styles.ts'
import type { DialogAction } from './actions.tsx'
import type { ConfirmOptions } from './confirm.tsx'
import css from './confirm.css'
import { Modal } from './modal.tsx'

addStyles(css)

interface ConfirmDialogProps {
  readonly options: ConfirmOptions
  readonly onChoice: (isConfirmed: boolean) => void
}

const normalize = (text: string) => text.trim().normalize()

/** Confirmation dialog. The safe button has the initial focus, unless there is a text input. */
export default function ConfirmDialog({ options, onChoice }: ConfirmDialogProps) {
  const { heading, text, losses = [], wordToType, does = 'delete', label } = options
  const [word, setWord] = useState('')
  const [isTried, setTried] = useState(false)
  const isTyped = wordToType === undefined || normalize(word) === normalize(wordToType)
  const confirm = () => (isTyped ? onChoice(true) : setTried(true))
  const actions: readonly DialogAction[] = [
    { does: 'cancel', onPress: () => onChoice(false) },
    { does, ...(label !== undefined && { label }), onPress: confirm },
  ]
  return (
    <Modal heading={heading} size="md" actions={actions} onClose={() => onChoice(false)}>
      <div className="confirm">
        {text && <p>{text}</p>}
        {losses.length > 0 && <LossList losses={losses} />}
        {wordToType !== undefined && (
          <WordField {...{ wordToType, word, isWrong: isTried && !isTyped, onWord: setWord, onEnter: confirm }} />
        )}
      </div>
    </Modal>
  )
}

const LossList = ({ losses }: { losses: readonly ReactNode[] }) => (
  <div className="losses">
    <strong>
      <Trans>You will lose</Trans>
    </strong>
    <ul>
      {losses.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not change while the dialog is open
        <li key={index}>{line}</li>
      ))}
    </ul>
  </div>
)

interface WordFieldProps {
  readonly wordToType: string
  readonly word: string
  readonly isWrong: boolean
  readonly onWord: (word: string) => void
  readonly onEnter: () => void
}

function WordField({ wordToType, word, isWrong, onWord, onEnter }: WordFieldProps) {
  const id = useId()
  const wrongId = useId()
  return (
    <div className="word-to-type">
      <label htmlFor={id}>
        <Trans>
          Type <b>{wordToType}</b> to confirm
        </Trans>
      </label>
      <input
        id={id}
        value={word}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? wrongId : undefined}
        onChange={({ target }) => onWord(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && onEnter()}
      />
      {isWrong && (
        <small id={wrongId} role="alert">
          <Trans>The text doesn’t match</Trans>
        </small>
      )}
    </div>
  )
}
