import { Trans, useLingui } from '@lingui/react/macro'
import { type Advertiser, advertisers } from '../../../contract/advertisers/advertisers.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { EmptyState, LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { useAdmin } from '../context.tsx'
import { TabPanel } from '../frame/tab-panel.tsx'
import { advertiserTabs } from '../frame/tabs.ts'
import { clientPath } from '../links.ts'
import { useArchival } from './archival.tsx'
import { AdvertiserProvider } from './context.tsx'
import { useStatusChange } from './status.tsx'

function AdvertiserActions({ advertiser }: { readonly advertiser: Advertiser }) {
  const { t } = useLingui()
  const { go } = usePath()
  const { isReadonly } = useAdmin()
  const reasonOf = useDisabledReason()
  const { change, dialog } = useStatusChange()
  const { archive, question } = useArchival()
  if (isReadonly) return null
  const { advertiser_id: id, member_group_id: clientId, status } = advertiser
  const next = status === 'active' ? 'inactive' : 'active'
  const acts: Readonly<Record<string, () => void>> = {
    status: () => void change([id], next),
    archive: () => void archive(advertiser, () => go(clientPath(clientId, 'advertisers'), t`Advertisers`)),
  }
  return (
    <>
      <Menu
        label={t`More actions`}
        onSelect={(act) => acts[act]?.()}
        items={[
          {
            id: 'status',
            label: next === 'active' ? t`Activate` : t`Deactivate`,
            disabledBecause: reasonOf({ permissions: ['advertisers.activate'] }),
          },
          {
            id: 'archive',
            label: t`Archive`,
            isDanger: true,
            isParted: true,
            disabledBecause: reasonOf({ permissions: ['advertisers.remove'] }),
          },
        ]}
      >
        <Icon shape={more} />
      </Menu>
      {dialog}
      {question}
    </>
  )
}

function AdvertiserMissing() {
  const { t } = useLingui()
  const { clientId } = useScope()
  const { onNavigate } = usePathLink()(clientPath(clientId, 'advertisers'), t`Advertisers`)
  return (
    <EmptyState
      heading={<Trans>Advertiser not found</Trans>}
      text={<Trans>The advertiser is archived or belongs to another client, or you have no access to it.</Trans>}
    >
      <Button onPress={onNavigate}>
        <Trans>All advertisers</Trans>
      </Button>
    </EmptyState>
  )
}

function AdvertiserPage({ advertiser }: { readonly advertiser: Advertiser }) {
  const { t } = useLingui()
  const linkTo = usePathLink()
  const { member_group_id: clientId, name, status } = advertiser
  return (
    <DetailPage>
      <DetailHeader
        back={{ target: linkTo(clientPath(clientId, 'advertisers'), t`Advertisers`), label: <Trans>All advertisers</Trans> }}
        name={name}
        actions={<AdvertiserActions advertiser={advertiser} />}
      >
        <div className="row detail-standing">
          <StatusBadge status={status} />
        </div>
      </DetailHeader>
      <AdvertiserProvider value={advertiser}>
        <TabPanel tabs={advertiserTabs} />
      </AdvertiserProvider>
    </DetailPage>
  )
}

/** The page of an advertiser; the list of areas shows its tabs. */
export default function AdvertiserScreen() {
  const { clientId, advertiserId } = useScope()
  const viewer = useViewer()
  const mayNotRead = useDisabledReason()({ permissions: ['advertisers.read'] })
  const read = useRead(advertisers.one, advertiserId === undefined || mayNotRead ? null : { path: { advertiserId } })
  if (viewer.state === 'waiting') return <LoadingSkeleton height={320} />
  // The tabs that need no advertiser, such as its users.
  if (mayNotRead) return <TabPanel tabs={advertiserTabs} />
  return (
    <ResourceGate
      read={read}
      brokenHeading={<Trans>Couldn’t load the advertiser</Trans>}
      refused={<NoPermission text={<Trans>Ask your account administrator for access to advertisers.</Trans>} />}
      missing={<AdvertiserMissing />}
      isForeign={({ member_group_id }) => member_group_id !== clientId}
    >
      {(advertiser) => <AdvertiserPage key={advertiser.advertiser_id} advertiser={advertiser} />}
    </ResourceGate>
  )
}
