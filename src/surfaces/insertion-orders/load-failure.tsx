import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { reload } from '../../ui/icon/icons.ts'

interface LoadFailureProps {
  readonly heading: string
  readonly onRetry: () => void
}

/** A part of a screen could not be loaded. The rest of the screen stays. */
export const LoadFailure = ({ heading, onRetry }: LoadFailureProps) => (
  <Callout
    kind="error"
    heading={heading}
    isAnnounced
    act={
      <Button icon={reload} onPress={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    }
  />
)
