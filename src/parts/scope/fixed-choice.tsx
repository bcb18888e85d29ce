import { wear } from '../../ui/theme/styles.ts'
import css from './fixed-choice.css'

wear(css)

interface FixedChoiceProps {
  readonly label: string
  readonly isLabelHidden: boolean
  readonly name: string
}

/** What stands in the place of a choice for whoever has one thing to choose from. */
export const FixedChoice = ({ label, isLabelHidden, name }: FixedChoiceProps) => (
  <p className="fixed-choice" title={name}>
    <span className={isLabelHidden ? 'unseen' : undefined}>{label}: </span>
    {name}
  </p>
)
