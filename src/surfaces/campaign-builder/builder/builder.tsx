import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { TemplateFlow } from '../../../contract/templates/templates.rules.ts'
import { problemText } from '../../../kit/problem.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { Gate } from '../../../parts/scope/gate.tsx'
import { useWhose } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import { lock } from '../../../ui/icon/icons.ts'
import { later } from '../../../ui/lazy-idle.ts'
import { Broken, Empty, Loading } from '../../../ui/states.tsx'
import { type Session, useSession } from '../draft/use-session.ts'
import { StartScreen } from '../start/start.tsx'

/** Loads lazily, because most hosts pass an advertiser. */
const WhichAdvertiser = later(() => import('../start/advertiser-select.tsx'))
/** Loads lazily, because the list of drafts does not need it. */
const Wizard = later(() => import('./wizard.tsx'))

const Bones = () => <Loading height={420} />

/** Error state of a draft: not found, or not loaded. */
function Unopened({ session, onLeave }: { readonly session: Session & { state: 'failed' }; readonly onLeave: () => void }) {
  const { i18n } = useLingui()
  const { problem, retry } = session
  if (problem.kind === 'missing' || problem.kind === 'invalid')
    return (
      <Empty
        icon={lock}
        heading={<Trans>This draft is not there any more</Trans>}
        text={<Trans>It was submitted or deleted, or it belongs to somebody else.</Trans>}
      >
        <Button onPress={onLeave}>
          <Trans>See all drafts</Trans>
        </Button>
      </Empty>
    )
  return (
    <Broken
      heading={<Trans>The draft could not be opened</Trans>}
      reason={problemText(problem, i18n)}
      requestId={problem.requestId}
      onRetry={retry}
    />
  )
}

function OfAdvertiser({ advertiserId, flow }: { readonly advertiserId: number; readonly flow?: TemplateFlow | undefined }) {
  const { clientId } = useWhose()
  const { open, begin, copies, leave } = useSession(clientId, advertiserId)
  if (open.state === 'opening') return <Bones />
  if (open.state === 'failed') return <Unopened session={open} onLeave={leave} />
  if (open.state === 'none') return <StartScreen advertiserId={advertiserId} flow={flow} copies={copies} onBegin={begin} />
  return (
    <Suspense fallback={<Bones />}>
      <Wizard store={open.store} advertiserId={advertiserId} onLeave={leave} />
    </Suspense>
  )
}

/** The start screen, or the open draft. */
function BuilderScreen({ flow }: { readonly flow?: TemplateFlow }) {
  const { t, i18n } = useLingui()
  const { advertiserId } = useWhose()
  const client = useClient()
  if (advertiserId === undefined)
    return (
      <Gate permissions={['campaigns.create']} waiting={<Bones />}>
        <Suspense fallback={<Bones />}>
          <WhichAdvertiser />
        </Suspense>
      </Gate>
    )
  if (client.state === 'error')
    return (
      <Broken
        heading={t`The advertiser could not be read`}
        reason={client.problem ? problemText(client.problem, i18n) : t`It is not there, or it is not yours to see.`}
        requestId={client.problem?.requestId}
        onRetry={client.retry}
      />
    )
  if (client.state !== 'success') return <Bones />
  return (
    <Gate permissions={['campaigns.create']} waiting={<Bones />}>
      <OfAdvertiser key={advertiserId} advertiserId={advertiserId} flow={flow} />
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
