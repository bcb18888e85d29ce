import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { Tabs } from '../../../parts/navigation/tabs.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { retryImport } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { clientPath } from '../links.ts'
import { NewAdvertiserForm } from './create.tsx'

const Several = lazy(() => retryImport(() => import('./several.tsx'), 1))

/** New advertisers of the client: one, or several from a list. */
export default function AddScreen() {
  const { t } = useLingui()
  const { clientId } = useScope()
  const linkTo = usePathLink()
  return (
    <DetailPage>
      <DetailHeader
        back={{ target: linkTo(clientPath(clientId, 'advertisers'), t`Advertisers`), label: <Trans>All advertisers</Trans> }}
        name={t`Add advertisers`}
      />
      <Gate permissions={['advertisers.create']} waiting={<LoadingSkeleton height={320} />}>
        <Tabs
          label={t`Add advertisers`}
          keepsPanels
          tabs={[
            { id: 'one', label: t`One`, panel: () => <NewAdvertiserForm /> },
            {
              id: 'several',
              label: t`Several`,
              panel: () => (
                <Suspense fallback={<LoadingSkeleton height={320} />}>
                  <Several />
                </Suspense>
              ),
            },
          ]}
        />
      </Gate>
    </DetailPage>
  )
}
