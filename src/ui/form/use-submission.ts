import { type RefObject, useEffect, useRef, useState } from 'react'

/** Why the server rejected the values: by field, or as a whole. */
export interface Rejection {
  readonly text?: string | undefined
  readonly fields: readonly { readonly path: string; readonly text: string }[]
}

interface SubmissionOptions<Values> {
  readonly values: RefObject<Values>
  /** Whether a rule rejects the values before they are sent. */
  readonly isWrong: () => boolean
  readonly submit: (values: Values) => Promise<Rejection | undefined | void>
  /** Assigns errors to fields; returns the remaining text for the form. */
  readonly onRefused: (rejection: Rejection) => string | undefined
  readonly onDone: (values: Values) => void
  readonly done: ((values: Values) => void) | undefined
}

/** Submits a form. The same values are sent only once after success, and only one submission runs at a time. */
export function useSubmission<Values>({ values, isWrong, submit, onRefused, onDone, done }: SubmissionOptions<Values>) {
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState<{ text: string | undefined }>()
  const [isSending, setSending] = useState(false)
  const isSubmitting = useRef(false)
  const sent = useRef<Values>(undefined)
  const [last, setLast] = useState<Values>()
  const next = useRef(done)
  next.current = done
  useEffect(() => {
    if (last) next.current?.(last)
  }, [last])
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const showFailure = (text: string | undefined, isKnown: boolean) => {
    setFailure(isKnown && text === undefined ? undefined : { text })
    setAttempts((before) => before + 1)
  }
  const deliver = async (submitted: Values) => {
    const rejection = await submit(submitted)
    if (!isHere.current) return
    if (rejection) return showFailure(onRefused(rejection), true)
    sent.current = submitted
    setLast(submitted)
    setAttempts(0)
    onDone(submitted)
  }
  const send = async () => {
    const submitted = values.current
    if (isSubmitting.current || sent.current === submitted) return
    setFailure(undefined)
    if (isWrong()) return showFailure(undefined, true)
    isSubmitting.current = true
    setSending(true)
    try {
      await deliver(submitted)
    } catch (error) {
      showFailure(undefined, false)
      reportError(error)
    } finally {
      isSubmitting.current = false
      setSending(false)
    }
  }
  return {
    /** Failed attempts since the last success. Untouched fields show no errors while it is 0. */
    attempts,
    /** The error of the whole form; its text is undefined if the cause is unknown. */
    failure,
    isSending,
    send,
    forget: () => {
      sent.current = undefined
      setAttempts(0)
      setFailure(undefined)
    },
  }
}
