import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { roleGroups } from '../../../contract/access/permissions.ts'
import { Tabs } from '../../../parts/navigation/tabs.tsx'
import { DetailHeader, DetailPage } from '../../../parts/resource/detail.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { retryImport } from '../../../ui/lazy-idle.ts'
import { LoadingSkeleton, NoPermission } from '../../../ui/states.tsx'
import { settingsTabs } from './tabs.ts'

const panels = settingsTabs.map((tab) => ({ ...tab, Panel: lazy(() => retryImport(tab.load, 1)) }))

/** The settings of a client: its templates and its payment. */
export default function SettingsScreen() {
  const { t, i18n } = useLingui()
  const waiting = <LoadingSkeleton height={320} />
  const fallback = <NoPermission text={<Trans>Ask your account administrator for access to these settings.</Trans>} />
  return (
    <Gate roles={roleGroups.clientLevel} anyRole waiting={waiting} fallback={fallback}>
      <DetailPage>
        <DetailHeader
          name={
            <h2>
              <Trans>Settings</Trans>
            </h2>
          }
        />
        <Tabs
          label={t`Settings`}
          tabs={panels.map(({ id, label, ask, Panel }) => ({
            id,
            label: i18n._(label),
            panel: () => (
              <Gate {...ask} waiting={waiting} fallback={fallback}>
                <Suspense fallback={waiting}>
                  <Panel />
                </Suspense>
              </Gate>
            ),
          }))}
        />
      </DetailPage>
    </Gate>
  )
}
