import { addStyles } from '../../ui/theme/styles.ts'
import css from './fixed-choice.css'
import { tooltip } from '../../ui/dialog/tooltip-text.ts'

addStyles(css)

interface FixedChoiceProps {
  readonly label: string
  readonly isLabelHidden: boolean
  readonly name: string
}

/** Replaces a select for a user who has only one option. */
export const FixedChoice = ({ label, isLabelHidden, name }: FixedChoiceProps) => (
  <p className="fixed-choice" {...tooltip(name)}>
    <span className={isLabelHidden ? 'unseen' : undefined}>{label}: </span>
    {name}
  </p>
)
