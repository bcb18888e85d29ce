import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Forecast } from '../forecast/forecast.tsx'
import { asBottomBar } from '../../../ui/feedback/bottom-bars.ts'

interface StepFooterProps {
  readonly onBack?: (() => void) | undefined
  /** The button that continues, with its note. */
  readonly children: ReactNode
}

/** Back and Continue, always in view. On narrow pages the collapsed forecast is above the buttons. */
export function StepFooter({ onBack, children }: StepFooterProps) {
  return (
    <div ref={asBottomBar} className="builder-bottom">
      <Forecast isBeside={false} />
      <footer className="builder-foot">
        {onBack && (
          <Button onPress={onBack}>
            <Trans>Back</Trans>
          </Button>
        )}
        <span className="grow" />
        {children}
      </footer>
    </div>
  )
}
