import { type ComponentType, type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { topDialog } from '../../../ui/dialog/open-dialogs.ts'
import { useConsole } from '../context.tsx'
import type { VisibleGroups } from '../navigation/entries.ts'
import { EarlySearch } from './early-search.tsx'

/** Props of every console dialog. */
export interface DialogProps {
  readonly groups: VisibleGroups
  readonly onClose: () => void
  /** Text that was typed while the dialog was loading. */
  readonly typed: RefObject<string>
  /** Receives the focus on close, because the input that was shown while loading is gone by then. */
  readonly returnTo: RefObject<HTMLElement | null>
}

const loaded = {
  search: lazyIdle<ComponentType<DialogProps>>(() => import('./search-dialog.tsx')),
  menu: lazyIdle<ComponentType<DialogProps>>(() => import('./menu-drawer.tsx')),
  profile: lazyIdle<ComponentType<DialogProps>>(() => import('./profile-dialog.tsx')),
  notifications: lazyIdle<ComponentType<DialogProps>>(() => import('./notifications-dialog.tsx')),
}
export type DialogName = keyof typeof loaded

/** The console's dialogs; one is open at a time. */
export interface Dialogs {
  readonly open: (name: DialogName) => void
  readonly shown: ReactNode
}

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

/** True if the top dialog can be closed only by an answer; nothing may cover it. */
const requiresChoice = (root: ShadowRoot) => topDialog(root)?.getAttribute('closedby') === 'none'

/** Loads each dialog on first use. Ctrl-K opens the search; on a partner's page only while the focus is inside the console. */
export function useDialogs(groups: VisibleGroups): Dialogs {
  const { root } = useElementContext()
  const { isRouted } = useConsole()
  const [name, setName] = useState<DialogName>()
  const typed = useRef('')
  const returnTo = useRef<HTMLElement>(null)
  const open = useCallback(
    (next: DialogName) => {
      typed.current = ''
      const focused = root.activeElement
      returnTo.current = focused instanceof HTMLElement ? focused : null
      setName(next)
    },
    [root],
  )
  const close = useCallback(() => setName(undefined), [])
  const closeEarly = () => {
    close()
    returnTo.current?.focus()
  }
  useEffect(() => {
    const hears = isRouted ? root.ownerDocument : root
    const press = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented || !isSearchKey(event)) return
      event.preventDefault()
      if (!requiresChoice(root)) open('search')
    }
    hears.addEventListener('keydown', press)
    return () => hears.removeEventListener('keydown', press)
  }, [isRouted, root, open])
  const LoadedDialog = name && loaded[name]
  const dialog = LoadedDialog && (
    <Suspense fallback={name === 'search' && <EarlySearch typed={typed} onClose={closeEarly} />}>
      <LoadedDialog groups={groups} onClose={close} typed={typed} returnTo={returnTo} />
    </Suspense>
  )
  return { open, shown: dialog }
}
