import { Trans, useLingui } from '@lingui/react/macro'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { clientPath } from '../links.ts'
import NewAdvertiserForm from './create.tsx'

/** New advertisers of the client. */
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
        <NewAdvertiserForm />
      </Gate>
    </DetailPage>
  )
}
