import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isEmail, maxEmails } from '../../contract/fields/fields.rules.ts'
import { placeholders } from './address-fields.tsx'
import { EmailTag } from './email-tag.tsx'
import { InputBox, Field, type FieldProps } from './field.tsx'
import { useMergedRef } from './use-merged-ref.ts'
import { useEmails } from './use-emails.ts'

interface EmailsFieldProps extends FieldProps<readonly string[]> {
  readonly max?: number
}

const buttonsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll('button') ?? [])]

/** Several addresses. Tab, Enter, a comma or a paste adds; arrow keys move between them; Delete removes. */
export function EmailsField(props: EmailsFieldProps) {
  const { value, max = maxEmails, isReadonly = false, disabledBecause, onLeave, controlRef } = props
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const ownRef = useRef<HTMLInputElement>(null)
  const ref = useMergedRef(ownRef, controlRef)
  const [stop, setStop] = useState(0)
  const isFixed = isReadonly || disabledBecause !== undefined
  const { added, draft, remove, input } = useEmails({ ...props, value, max, isFixed })
  const goTo = (index: number) => {
    setStop(index)
    const to = buttonsOf(list.current)[index] ?? ownRef.current
    to?.focus()
  }
  const removeAt = (index: number) => {
    const address = added[index]
    if (isFixed || address === undefined) return
    remove(address)
    goTo(index > 0 ? index - 1 : Math.min(1, added.length))
    setStop(Math.max(0, index - 1))
  }
  const onTagKey = (event: KeyboardEvent<HTMLElement>) => {
    const at = [...event.currentTarget.children].findIndex((tag) => tag.matches(':focus-within'))
    const isBack = event.key === (getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft')
    if (event.key === 'Delete' || event.key === 'Backspace') removeAt(at)
    else if (isBack) goTo(Math.max(0, at - 1))
    else if (event.key.startsWith('Arrow')) goTo(at + 1)
    else return
    event.preventDefault()
  }
  const onInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const isAtStart = event.currentTarget.selectionEnd === 0
    if (input.onKey(event)) event.preventDefault()
    else if ((event.key === 'Backspace' || event.key === 'ArrowLeft') && isAtStart && added.length > 0) goTo(added.length - 1)
  }
  const isFull = added.length >= max
  const total = added.length
  return (
    <Field
      {...props}
      count={
        <Trans>
          {total} of {max}
        </Trans>
      }
      help={props.help ?? <Trans>Separate addresses with a comma or Enter.</Trans>}
    >
      {(control) => (
        <InputBox isBusy={props.isBusy} className="tags">
          {total > 0 && (
            <ul ref={list} aria-label={t`Addresses`} onKeyDown={onTagKey}>
              {added.map((address, index) => (
                <EmailTag
                  key={address}
                  address={address}
                  isInvalid={!isEmail(address)}
                  isStop={index === Math.min(stop, total - 1)}
                  isFixed={isFixed}
                  onRemove={() => removeAt(index)}
                />
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={ref}
            type="text"
            inputMode="email"
            autoComplete="off"
            placeholder={isFull || total > 0 ? undefined : placeholders.email}
            value={draft}
            onChange={(event) => input.onChange(event.currentTarget.value)}
            onPaste={input.onPaste}
            onKeyDown={onInputKey}
            onBlur={() => {
              input.onBlur()
              onLeave?.()
            }}
          />
        </InputBox>
      )}
    </Field>
  )
}
