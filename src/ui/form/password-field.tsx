import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { passwordParts } from '../../contract/fields/fields.rules.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon/icon.tsx'
import { check } from '../icon/icons.ts'
import { eye, eyeOff } from '../icon/control-icons.ts'
import { addStyles } from '../theme/styles.ts'
import type { FieldProps } from './field.tsx'
import css from './password-field.css'
import { TextField } from './text-field.tsx'

addStyles(css)

const partWords: Readonly<Record<keyof ReturnType<typeof passwordParts>, ReactNode>> = {
  length: <Trans>At least 8 characters</Trans>,
  lower: <Trans>A lowercase letter</Trans>,
  upper: <Trans>An uppercase letter</Trans>,
  digit: <Trans>A digit</Trans>,
  special: <Trans>A special character</Trans>,
}

/** The password requirements, each ticked once it is met. */
function PasswordRequirements({ value }: { value: string }) {
  const { t } = useLingui()
  const parts = passwordParts(value)
  const missing = Object.values(parts).filter((has) => !has).length
  return (
    <>
      <ul className="needs" aria-label={t`Password requirements`}>
        {Object.entries(partWords).map(([part, word]) => {
          const has = parts[part as keyof typeof parts] // partWords has the same keys as parts
          return (
            <li key={part} className={has ? 'has' : ''}>
              {has ? <Icon shape={check} label={t`Met:`} /> : <span className="dot" aria-hidden="true" />}
              <span>{word}</span>
            </li>
          )
        })}
      </ul>
      <span className="unseen" role="status">
        {value !== '' && missing === 0 && <Trans>The password meets all requirements</Trans>}
      </span>
    </>
  )
}

interface PasswordFieldProps extends FieldProps<string> {
  /** A new password, with its requirements below; false for an existing one. */
  readonly isNew?: boolean
}

/** A password field with a button that shows the text. */
export function PasswordField({ isNew = false, ...props }: PasswordFieldProps) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const toggleButton = (
    <IconButton
      icon={isShown ? eyeOff : eye}
      label={isShown ? t`Hide the password` : t`Show the password`}
      isPressed={isShown}
      onPress={() => setShown(!isShown)}
    />
  )
  const field = (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      after={toggleButton}
    />
  )
  if (!isNew) return field
  return (
    <div className="password">
      {field}
      <PasswordRequirements value={props.value} />
    </div>
  )
}
