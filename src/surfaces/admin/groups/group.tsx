import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useId, useState } from 'react'
import { parseId } from '../../../contract/addresses/context.rules.ts'
import { type AdvertiserGroup, advertiserGroups } from '../../../contract/advertisers/groups.ts'
import { useRead } from '../../../kit/cache.tsx'
import { usePath } from '../../../kit/path.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { gateResult, useDisabledReason, useViewer } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { TabBar } from '../../../ui/navigation/tab-bar.tsx'
import { EmptyState, NoPermission } from '../../../ui/states.tsx'
import { useAdmin } from '../context.tsx'
import { AreaPanel } from '../frame/tab-panel.tsx'
import { groupTabs } from '../frame/tabs.ts'
import { clientPath, groupPath, groupResources } from '../links.ts'
import { GroupProvider } from './context.tsx'
import { useGroupRemoval } from './removal.tsx'

const RenameDialog = lazyIdle(() => import('./rename.tsx'))

function GroupActions({ group }: { readonly group: AdvertiserGroup }) {
  const { t } = useLingui()
  const { go } = usePath()
  const { isReadonly } = useAdmin()
  const reasonOf = useDisabledReason()
  const [isRenaming, setRenaming] = useState(false)
  const { remove, question } = useGroupRemoval()
  if (isReadonly) return null
  const toList = () => go(clientPath(group.member_group_id, 'advertiser-groups'), t`Advertiser groups`)
  return (
    <>
      <Button disabledBecause={reasonOf({ permissions: ['advertiser_groups.change'] })} onPress={() => setRenaming(true)}>
        <Trans>Rename group</Trans>
      </Button>
      <Menu
        label={t`More actions`}
        onSelect={() => void remove(group, toList)}
        items={[
          {
            id: 'remove',
            label: t`Delete group`,
            isDanger: true,
            disabledBecause: reasonOf({ permissions: ['advertiser_groups.remove'] }),
          },
        ]}
      >
        <Icon shape={more} />
      </Menu>
      {question}
      {isRenaming && (
        <Suspense>
          <RenameDialog group={group} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </>
  )
}

function GroupMissing() {
  const { t } = useLingui()
  const { clientId } = useScope()
  const { onNavigate } = usePathLink()(clientPath(clientId, 'advertiser-groups'), t`Advertiser groups`)
  return (
    <EmptyState
      heading={<Trans>Advertiser group not found</Trans>}
      text={<Trans>The group was deleted or belongs to another client, or you have no access to it.</Trans>}
    >
      <Button onPress={onNavigate}>
        <Trans>All groups</Trans>
      </Button>
    </EmptyState>
  )
}

interface GroupPageProps {
  readonly group: AdvertiserGroup
  /** The last segment of the path. */
  readonly resource: string | undefined
}

function GroupPage({ group, resource }: GroupPageProps) {
  const { t, i18n } = useLingui()
  const { go } = usePath()
  const linkTo = usePathLink()
  const viewer = useViewer()
  const idBase = useId()
  const { id, member_group_id: clientId, name, advertisers: count } = group
  const tabs = groupTabs.filter(({ ask }) => gateResult(viewer, ask) === true)
  const current = groupTabs.find((tab) => tab.id === resource)
  const choose = (chosen: string) => {
    const known = groupResources.find((word) => word === chosen)
    if (known) go(groupPath(clientId, id, known), name)
  }
  return (
    <DetailPage>
      <DetailHeader
        back={{
          target: linkTo(clientPath(clientId, 'advertiser-groups'), t`Advertiser groups`),
          label: <Trans>All groups</Trans>,
        }}
        name={name}
        actions={<GroupActions group={group} />}
      >
        <p className="quiet">{t`${plural(count, { one: '# advertiser', other: '# advertisers' })}`}</p>
      </DetailHeader>
      <TabBar
        label={t`Advertiser group`}
        tabs={tabs.map((tab) => ({ id: tab.id, label: i18n._(tab.label) }))}
        chosen={current?.id}
        onChoose={choose}
        idBase={idBase}
      />
      {current ? (
        <GroupProvider value={group}>
          <div
            className="tab-panel"
            role="tabpanel"
            id={`${idBase}-panel-${current.id}`}
            aria-labelledby={`${idBase}-tab-${current.id}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: makes a panel without controls reachable by keyboard
            tabIndex={0}
          >
            <AreaPanel key={current.id} tab={current} />
          </div>
        </GroupProvider>
      ) : (
        <EmptyState heading={<Trans>Page not found</Trans>} text={<Trans>Check the address for typos.</Trans>} />
      )}
    </DetailPage>
  )
}

/** The page of an advertiser group; its last segment says what of the group it shows. */
export default function GroupScreen({ params }: { readonly params: ScreenParams }) {
  const { clientId: memberGroupId } = useScope()
  const advertiserGroupId = parseId(params.advertiserGroupId)
  const read = useRead(advertiserGroups.one, advertiserGroupId === undefined ? null : { path: { memberGroupId, advertiserGroupId } })
  return (
    <ResourceGate
      read={read}
      brokenHeading={<Trans>Couldn’t load the group</Trans>}
      refused={<NoPermission text={<Trans>Ask your account administrator for access to advertiser groups.</Trans>} />}
      missing={<GroupMissing />}
      isForeign={({ member_group_id }) => member_group_id !== memberGroupId}
    >
      {(group) => <GroupPage key={group.id} group={group} resource={params.resourceType} />}
    </ResourceGate>
  )
}
