import { Trans } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../composing.ts'
import { wear } from '../sheet.ts'
import type { Answer } from './answers.tsx'
import css from './confirm.css'
import { Modal } from './modal.tsx'

wear(css)

/** What is asked before something is done that cannot be taken back. */
export interface Question {
  readonly heading: ReactNode
  readonly text?: ReactNode
  /** What is lost, line by line. */
  readonly lost?: readonly ReactNode[]
  /** A word to type first, for what nobody should do by habit. */
  readonly typed?: string
  readonly does?: 'continue' | 'delete'
  /** What the button says; it says what it does. */
  readonly label?: ReactNode
}

interface AskedProps {
  readonly question: Question
  readonly onAnswer: (isYes: boolean) => void
}

const fold = (text: string) => text.trim().normalize()

/** One question with two answers; the one that loses nothing has the focus. */
function Asked({ question, onAnswer }: AskedProps) {
  const { heading, text, lost = [], typed, does = 'delete', label } = question
  const [word, setWord] = useState('')
  const [isTried, setTried] = useState(false)
  const isTyped = typed === undefined || fold(word) === fold(typed)
  const agree = () => (isTyped ? onAnswer(true) : setTried(true))
  const answers: readonly Answer[] = [
    { does: 'cancel', onPress: () => onAnswer(false) },
    { does, ...(label !== undefined && { label }), onPress: agree },
  ]
  return (
    <Modal heading={heading} size="md" answers={answers} onClose={() => onAnswer(false)}>
      <div className="confirm">
        {text && <p>{text}</p>}
        {lost.length > 0 && <Lost lost={lost} />}
        {typed !== undefined && <Typed {...{ typed, word, isWrong: isTried && !isTyped, onWord: setWord, onEnter: agree }} />}
      </div>
    </Modal>
  )
}

const Lost = ({ lost }: { lost: readonly ReactNode[] }) => (
  <div className="lost">
    <strong>
      <Trans>This will be lost</Trans>
    </strong>
    <ul>
      {lost.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a question do not change while it is asked
        <li key={index}>{line}</li>
      ))}
    </ul>
  </div>
)

interface TypedProps {
  readonly typed: string
  readonly word: string
  readonly isWrong: boolean
  readonly onWord: (word: string) => void
  readonly onEnter: () => void
}

function Typed({ typed, word, isWrong, onWord, onEnter }: TypedProps) {
  const [id, wrongId] = [useId(), useId()]
  return (
    <div className="typed">
      <label htmlFor={id}>
        <Trans>
          Type <b>{typed}</b> to go on
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
          <Trans>This is not the same word</Trans>
        </small>
      )}
    </div>
  )
}

/** Asks before something is lost: `await confirm(question)` is true for yes. Put `question` into the tree. */
export function useConfirm(): { confirm: (question: Question) => Promise<boolean>; question: ReactNode } {
  const [asked, setAsked] = useState<Question>()
  const answer = useRef<((isYes: boolean) => void) | undefined>(undefined)
  const settle = useCallback((isYes: boolean) => {
    answer.current?.(isYes)
    answer.current = undefined
    setAsked(undefined)
  }, [])
  useEffect(() => () => answer.current?.(false), [])
  const confirm = useCallback((question: Question) => {
    answer.current?.(false)
    setAsked(question)
    return new Promise<boolean>((resolve) => {
      answer.current = resolve
    })
  }, [])
  return { confirm, question: asked && <Asked question={asked} onAnswer={settle} /> }
}
