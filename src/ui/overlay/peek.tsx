import { type ReactNode, useId, useRef, useState } from 'react'
import { wear } from '../sheet.ts'
import { Float } from './float.tsx'
import css from './peek.css'

wear(css)

/** Something short that says the whole on hover and on focus; the whole is what is heard. */
export function Peek({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [open, leave] = [() => setOpen(true), () => setOpen(false)]
  return (
    <>
      <button
        type="button"
        ref={anchor}
        className="peek"
        onPointerEnter={open}
        onPointerLeave={leave}
        onFocus={open}
        onBlur={leave}
        onClick={open}
      >
        <span aria-hidden="true">{children}</span>
        <span className="unseen">{text}</span>
      </button>
      {isOpen && (
        <Float anchor={anchor} onClose={leave} side="top-start" role="tooltip" id={id} className="peeked">
          {text}
        </Float>
      )}
    </>
  )
}
