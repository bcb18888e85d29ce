import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useRef } from 'react'
import type { TemplateFlow } from '../../../contract/templates/templates.rules.ts'
import { problemText } from '../../../kit/problem.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { lock } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { ErrorState, EmptyState, LoadingSkeleton } from '../../../ui/states.tsx'
import { type DraftSession, useDraftSession } from '../draft/use-session.ts'
import { StartScreen } from '../start/start.tsx'

/** Loads lazily, because most hosts pass an advertiser. */
const WhichAdvertiser = lazyIdle(() => import('../start/advertiser-select.tsx'))
/** Loads lazily, because the list of drafts does not need it. */
const Wizard = lazyIdle(() => import('./wizard.tsx'))

const BuilderSkeleton = () => <LoadingSkeleton height={420} />

/** Error state of a draft: not found, or not loaded. */
function DraftLoadError({ session, onLeave }: { readonly session: DraftSession & { state: 'failed' }; readonly onLeave: () => void }) {
  const { i18n } = useLingui()
  const { problem, retry } = session
  if (problem.kind === 'missing' || problem.kind === 'invalid')
    return (
      <EmptyState
        icon={lock}
        heading={<Trans>This draft no longer exists</Trans>}
        text={<Trans>It was submitted or deleted, or you don’t have access to it.</Trans>}
      >
        <Button onPress={onLeave}>
          <Trans>View all drafts</Trans>
        </Button>
      </EmptyState>
    )
  return (
    <ErrorState
      heading={<Trans>Couldn’t open the draft</Trans>}
      reason={problemText(problem, i18n)}
      requestId={problem.requestId}
      onRetry={retry}
    />
  )
}

function AdvertiserBuilder({ advertiserId, flow }: { readonly advertiserId: number; readonly flow?: TemplateFlow | undefined }) {
  const { clientId } = useScope()
  const { open, begin, copies, leave } = useDraftSession(clientId, advertiserId)
  const wasOnStart = useRef(false)
  useEffect(() => {
    if (open.state === 'none') wasOnStart.current = true
  }, [open.state])
  if (open.state === 'opening') return <BuilderSkeleton />
  if (open.state === 'failed') return <DraftLoadError session={open} onLeave={leave} />
  if (open.state === 'none') return <StartScreen advertiserId={advertiserId} flow={flow} copies={copies} onBegin={begin} />
  return (
    <Suspense fallback={<BuilderSkeleton />}>
      <Wizard store={open.store} advertiserId={advertiserId} isAfterStart={wasOnStart.current} onLeave={leave} />
    </Suspense>
  )
}

/** The start screen, or the open draft. */
function BuilderScreen({ flow }: { readonly flow?: TemplateFlow }) {
  const { t, i18n } = useLingui()
  const { advertiserId } = useScope()
  const client = useClient()
  if (advertiserId === undefined)
    return (
      <Gate permissions={['campaigns.create']} waiting={<BuilderSkeleton />}>
        <Suspense fallback={<BuilderSkeleton />}>
          <WhichAdvertiser />
        </Suspense>
      </Gate>
    )
  if (client.state === 'error')
    return (
      <ErrorState
        heading={t`Couldn’t load the advertiser`}
        reason={client.problem ? problemText(client.problem, i18n) : t`It was deleted, or you don’t have access to it.`}
        requestId={client.problem?.requestId}
        onRetry={client.retry}
      />
    )
  if (client.state !== 'success') return <BuilderSkeleton />
  return (
    <Gate permissions={['campaigns.create']} waiting={<BuilderSkeleton />}>
      <AdvertiserBuilder key={advertiserId} advertiserId={advertiserId} flow={flow} />
    </Gate>
  )
}

export default function Builder() {
  return <BuilderScreen />
}

/** The builder of `/v2`, which starts with a goal. */
export function BuilderV2() {
  return <BuilderScreen flow="v2" />
}
