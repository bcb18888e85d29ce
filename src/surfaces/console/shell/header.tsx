import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { useClient } from '../../../parts/scope/client.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { retryImport, retryableLazy } from '../../../ui/lazy-idle.ts'
import { search } from '../../../ui/icon/control-icons.ts'
import { addStyles } from '../../../ui/theme/styles.ts'
import { consoleIcons } from '../icons.ts'
import type { Dialogs } from '../dialogs/dialogs.tsx'
import css from './header.css'

addStyles(css)

interface HeaderProps {
  readonly dialogs: Dialogs
  readonly isRail: boolean
  readonly onRail: () => void
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent)

function SearchButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useLingui()
  const placeholder = t`Search clients, campaigns, people`
  const keys = isMac() ? '⌘ K' : t`Ctrl K`
  return (
    <button type="button" className="console-find" aria-keyshortcuts="Control+K Meta+K" onClick={onPress}>
      <Icon shape={search} />
      <span className="grow">{placeholder}</span>
      <kbd>{keys}</kbd>
    </button>
  )
}

/** Defers secondary code until after the first paint. A hidden page does not paint, so it does not wait. */
const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })

const LazyScopeSwitcher = retryableLazy(() => painted().then(() => retryImport(() => import('./scope-switcher.tsx'))))
const Menus = retryableLazy(() => painted().then(() => retryImport(() => import('./menus.tsx'))))

/** The client's name, until the scope switcher is loaded. */
function ClientName() {
  const { memberGroup } = useClient()
  return <strong className="console-named">{memberGroup?.name}</strong>
}

/** The header of every console page. */
export function Header({ dialogs, isRail, onRail }: HeaderProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const person = viewer.state === 'known' ? viewer.person : undefined
  return (
    <header className="console-top">
      <span className="console-wide">
        <IconButton icon={consoleIcons.panel} label={isRail ? t`Expand menu` : t`Collapse menu`} isPressed={isRail} onPress={onRail} />
      </span>
      <span className="console-narrow">
        <IconButton icon={consoleIcons.menu} label={t`Menu`} onPress={() => dialogs.open('menu')} />
      </span>
      <Icon shape={consoleIcons.wave} className="console-mark" />
      <Suspense fallback={<ClientName />}>
        <LazyScopeSwitcher />
      </Suspense>
      <span className="grow" />
      <SearchButton onPress={() => dialogs.open('search')} />
      <Suspense>
        <Menus person={person} onOpen={dialogs.open} />
      </Suspense>
    </header>
  )
}
