import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import { check, chevronDown } from '../icon/icons.ts'
import { Overlay } from '../dialog/overlay.tsx'
import { addStyles } from '../theme/styles.ts'
import css from './stepper.css'

addStyles(css)

export interface Step {
  readonly id: string
  readonly label: string
  /** The user's choice in this step. */
  readonly note?: ReactNode
  readonly state: 'todo' | 'done' | 'error'
  /** Number of errors in this step. */
  readonly errors?: number
}

interface StepperProps {
  readonly label: string
  readonly steps: readonly Step[]
  readonly current: string
  readonly onGo: (id: string) => void
  /** A horizontal stepper above the content, instead of a vertical one next to it. */
  readonly isHorizontal?: boolean
}

/** The specification's rule: only completed steps other than the current one can be clicked. */
export const canGoTo = ({ id, state }: Step, current: string) => state === 'done' && id !== current

function Dot({ step, index, isCurrent }: { readonly step: Step; readonly index: number; readonly isCurrent: boolean }) {
  const { t } = useLingui()
  const words = { done: t`completed`, error: t`has errors`, todo: t`not completed` }
  return (
    <>
      <span className="dot" aria-hidden="true">
        {step.state === 'done' && !isCurrent ? <Icon shape={check} /> : step.state === 'error' ? '!' : index + 1}
      </span>
      {!isCurrent && <span className="unseen">{words[step.state]}: </span>}
    </>
  )
}

const StepText = ({ step: { label, note, errors = 0 } }: { readonly step: Step }) => (
  <span className="step-text">
    <b>{label}</b>
    {errors > 0 ? (
      <small className="wrong">
        <Plural value={errors} one="# error" other="# errors" />
      </small>
    ) : (
      note && <small>{note}</small>
    )}
  </span>
)

function StepList({ label, steps, current, onGo }: StepperProps) {
  return (
    <ol aria-label={label}>
      {steps.map((step, index) => {
        const isCurrent = step.id === current
        const content = (
          <>
            <Dot step={step} index={index} isCurrent={isCurrent} />
            <StepText step={step} />
          </>
        )
        return (
          <li key={step.id} className={isCurrent ? `current ${step.state}` : step.state} aria-current={isCurrent ? 'step' : undefined}>
            {canGoTo(step, current) ? (
              <button type="button" onClick={() => onGo(step.id)}>
                {content}
              </button>
            ) : (
              <span>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Compact stepper for narrow containers: the current step, with a list of all steps. */
function CompactStepper(props: StepperProps) {
  const { t } = useLingui()
  const { steps, current, onGo, label } = props
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const errors = steps.reduce((sum, step) => sum + (step.errors ?? 0), 0)
  const at = steps.findIndex((step) => step.id === current)
  const number = at + 1
  const total = steps.length
  const name = steps[at]?.label ?? ''
  const select = (step: string) => {
    setOpen(false)
    anchor.current?.focus()
    onGo(step)
  }
  return (
    <>
      <button type="button" ref={anchor} className="step-bar" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <b className="grow cut">{name}</b>{' '}
        {errors > 0 && (
          <small className="wrong">
            <Plural value={errors} one="# error" other="# errors" />
          </small>
        )}
        <span className="quiet">
          <Trans>
            Step {number} of {total}
          </Trans>
        </span>
        <Icon shape={chevronDown} />
      </button>
      <div className="step-marks" aria-hidden="true">
        {steps.map((step, index) => (
          <span key={step.id} className={step.id === current ? 'current' : step.state === 'error' ? 'error' : index < at ? 'done' : ''} />
        ))}
      </div>
      {isOpen && (
        <Overlay anchor={anchor} onClose={() => setOpen(false)} id={id} label={t`All steps of ${label}`} className="stepper" isAsWide>
          <StepList {...props} onGo={select} />
        </Overlay>
      )}
    </>
  )
}

/** The steps of a long form and their state. */
export const Stepper = (props: StepperProps) => (
  <nav className="steps" aria-label={props.label}>
    <div className={`stepper long ${props.isHorizontal ? 'across' : ''}`}>
      <StepList {...props} />
    </div>
    <div className="short">
      <CompactStepper {...props} />
    </div>
  </nav>
)
