import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownOptions } from './option.ts'

interface ChooseStateProps {
  readonly choices: ShownOptions
  readonly onClear: () => void
  readonly onRetry: () => void
}

/** Message when the menu shows no options: loading, failed or no match. */
export function MenuState({ choices: { search, isWaiting, hasFailed }, onClear, onRetry }: ChooseStateProps) {
  const { t } = useLingui()
  if (isWaiting)
    return (
      <div className="choose-wait" role="status" aria-label={t`Loading`}>
        {[0, 1, 2].map((index) => (
          <span key={index} className="skeleton-block" />
        ))}
      </div>
    )
  if (hasFailed)
    return (
      <div className="choose-state" role="alert">
        <Trans>The list couldn’t be loaded.</Trans>
        <button type="button" className="choose-act" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      </div>
    )
  if (search === '')
    return (
      <p className="choose-state" role="status">
        <Trans>No options yet</Trans>
      </p>
    )
  return (
    <div className="choose-state" role="status">
      <span>
        <Trans>No results for “{search}”</Trans>
      </span>
      <button type="button" className="choose-act" onClick={onClear}>
        <Trans>Clear search</Trans>
      </button>
    </div>
  )
}
