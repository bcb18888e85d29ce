import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { alert, type IconShape } from '../../../ui/icon/icons.ts'

const pencil: IconShape = { stroke: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3zM9 4.7L11.3 7' }

interface NameEditProps {
  readonly name: string
  /** Validates a name before it is sent. */
  readonly check: (name: string) => true | string
  /** Saves the name; resolves to an error text if the platform refuses it. */
  readonly save: (name: string) => Promise<string | undefined>
  /** Why the user cannot change the name. */
  readonly disabledBecause?: string | undefined
  readonly isReadonly: boolean
}

interface FieldProps extends Pick<NameEditProps, 'name' | 'check' | 'save'> {
  readonly onDone: () => void
}

/** Inline field for the name. Enter saves, Escape cancels; a refused name stays in the field. */
function NameField({ name, check, save, onDone }: FieldProps) {
  const { t } = useLingui()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(name)
  const [reason, setReason] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const submit = async () => {
    if (isSaving) return
    const next = text.trim()
    if (next === name) return onDone()
    const result = check(next)
    if (result !== true) return setReason(result)
    setSaving(true)
    const refused = await save(next)
    setSaving(false)
    if (refused === undefined) return onDone()
    setReason(refused)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') void submit()
    else if (event.key === 'Escape') onDone()
    else return
    event.preventDefault()
  }
  return (
    <div className="name-field">
      <div className="row">
        <input
          ref={field}
          className="name-input"
          aria-label={t`Name`}
          aria-invalid={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : id}
          value={text}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setReason(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <Button kind="primary" isBusy={isSaving} onPress={() => void submit()}>
          <Trans>Save name</Trans>
        </Button>
        <Button onPress={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      {reason && (
        <p id={id} className="note bad" role="alert">
          <Icon shape={alert} />
          <span>{reason}</span>
        </p>
      )}
    </div>
  )
}

/** A heading that turns into a text field when it is edited. */
export function NameEdit({ name, disabledBecause, isReadonly, ...rest }: NameEditProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const pen = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) pen.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (isOpen) return <NameField {...rest} name={name} onDone={() => setOpen(false)} />
  return (
    <div className="row">
      <h2>{name}</h2>
      {!isReadonly && (
        <IconButton ref={pen} icon={pencil} label={t`Rename`} disabledBecause={disabledBecause} onPress={() => setOpen(true)} />
      )}
    </div>
  )
}
