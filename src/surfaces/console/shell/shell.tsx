import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { AddressMatch } from '../../../contract/addresses/addresses.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { RuntimeProvider } from '../../../kit/runtime.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useClientTheme } from '../../../parts/scope/client-theme.ts'
import { useScrollAndFocus } from '../navigation/scroll-and-focus.ts'
import { useConsole } from '../context.tsx'
import { Main } from './main.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { Header } from './header.tsx'
import { Navigation, useVisibleGroups } from '../navigation/navigation.tsx'
import { safeStorageOf } from '../../../kit/safe-storage.ts'
import { PageView } from '../surface/page-view.tsx'
import { type ConnectionState, type PlatformConnection, useConnection } from './use-connection.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'

/** Connection warning. Part of the initial code, because nothing can be loaded while offline. */
function ConnectionBanner({ state }: { readonly state: ConnectionState }) {
  return (
    <div className="console-line">
      {state === 'offline' ? (
        <Callout kind="warning" heading={<Trans>You are offline</Trans>} isAnnounced>
          <Trans>This page updates when you’re back online.</Trans>
        </Callout>
      ) : (
        <Callout kind="warning" heading={<Trans>The platform is not responding</Trans>} isAnnounced>
          <Trans>Your entries are safe. We retry every few seconds.</Trans>
        </Callout>
      )}
    </div>
  )
}

const railKey = 'placard-rail'
const storage = () => safeStorageOf(() => localStorage)

/** Stored choice to collapse the navigation to icons. */
function useRail() {
  const [isRail, setRail] = useState(() => storage().get(railKey) === 'yes')
  const toggle = () => {
    storage().set(railKey, isRail ? 'no' : 'yes')
    setRail(!isRail)
  }
  return { isRail, turn: toggle }
}

interface ConsoleShellProps {
  readonly match: AddressMatch | undefined
}

/** Header and navigation around the current page, in the client's theme. */
export function ConsoleShell({ match }: ConsoleShellProps) {
  const { root } = useElementContext()
  const { memberGroup } = useClient()
  const line = useConnection(root)
  useClientTheme(memberGroup?.member_group_id)
  return (
    <RuntimeProvider runtime={line.runtime}>
      <ShellLayout match={match} line={line} />
    </RuntimeProvider>
  )
}

function ShellLayout({ match, line }: ConsoleShellProps & { readonly line: Pick<PlatformConnection, 'state' | 'reportUnreachable'> }) {
  const { isRouted } = useConsole()
  const main = useRef<HTMLElement>(null)
  const { isRail, turn } = useRail()
  const groups = useVisibleGroups()
  const dialogs = useDialogs(groups)
  useScrollAndFocus(main)
  return (
    <div className={`console ${isRouted ? 'whole' : ''} ${isRail ? 'rail' : ''}`}>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        <Trans>Skip to content</Trans>
      </button>
      <Header dialogs={dialogs} isRail={isRail} onRail={turn} />
      <div className="console-side">
        <Navigation groups={groups} />
      </div>
      <Main isRouted={isRouted} ref={main} tabIndex={-1} className="console-sheet">
        {line.state !== 'fine' && <ConnectionBanner state={line.state} />}
        <PageView match={match} onUnreachable={line.reportUnreachable} />
      </Main>
      {dialogs.shown}
    </div>
  )
}
